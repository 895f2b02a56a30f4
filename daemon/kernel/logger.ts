/** What the daemon says about itself. Never a key, a token or the text of a file. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined };

/** Writes to stderr, so that stdout stays for machines. */
export async function verboseLogger(): Promise<Logger> {
  const { default: pino } = await import('pino');
  const stderr = pino.destination(2);
  // DUR-4: a log that has no room must not end the daemon.
  stderr.on('error', () => undefined);
  const logger = pino({ name: 'coord-daemon', base: null }, stderr);
  return { info: (message) => logger.info(message), warn: (message) => logger.warn(message) };
}
