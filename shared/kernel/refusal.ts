/** The error names of the interface (ANS-1) with the HTTP status that each one means. */
export const statusOf = {
  ValidationError: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  TooLarge: 413,
  RateLimited: 429,
  Unavailable: 503,
} as const;

export type RefusalName = keyof typeof statusOf;

/** An expected "no". Refusals travel as values; only bugs are thrown. */
export class Refusal {
  constructor(
    readonly error: RefusalName,
    readonly message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {}

  get status(): number {
    return statusOf[this.error];
  }

  /** The error body of the interface: `{error, message}` and what else helps the caller. */
  toBody(): { error: RefusalName; message: string } & Record<string, unknown> {
    return { ...this.details, error: this.error, message: this.message };
  }
}

/** Builds a refusal; `details` are added to the error body (for example `{field: 'name'}`). */
export function refuse(
  error: RefusalName,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): Refusal {
  return new Refusal(error, message, details);
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

/** Whether the same request may be answered a moment later. */
export function isPassing(value: unknown): value is Refusal {
  return isRefusal(value) && (value.error === 'Unavailable' || value.error === 'RateLimited');
}
