/** Reads of JSON that a client sent: anything may be missing or of another type. */
export type Payload = Readonly<Record<string, unknown>>;

export function asPayload(value: unknown): Payload | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Payload)
    : undefined;
}

/** A text that is there and not empty. */
export function textOf(payload: Payload | undefined, field: string): string | undefined {
  const value = payload?.[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
