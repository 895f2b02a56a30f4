import { asData, quoted } from '../../shared/kernel/display.ts';
import { longText, redactText } from '../../shared/redaction/redact.ts';
import type { ModelClient } from '../../shared/node/model-clients.ts';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * MTG-16: why a client has failed, in its own words: what its form has for errors, else its last line of errors, else of words. In
 * quotes, on one line, without secrets, at most 200 characters. Undefined where it says nothing.
 */
export function ownWords({ errorIn }: ModelClient, printed: Printed): string | undefined {
  const { stdout, stderr } = printed;
  const said = errorIn?.(stdout) ?? errorIn?.(stderr) ?? lastSaid(stderr) ?? lastSaid(stdout) ?? '';
  // What nobody sees goes first: it could stand within a secret.
  const line = redactText(asData(said, longText)).text;
  return line === '' ? undefined : quoted(line, maxLength);
}

const maxLength = 200;

function lastSaid(printed: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.slice(0, longText));
  return lines.findLast((line) => /\p{L}/u.test(line) && !nothingSaid.test(line));
}

/** Lines of a stack, its end in Node, and JSON. */
const nothingSaid = /^\s*(?:at |Node\.js v|[{}[\]])/;
