import { limits } from '../contract/limits.ts';
import { isDeeperThan } from '../kernel/json.ts';
import { refuse, statusOf, type Refusal, type RefusalName } from '../kernel/refusal.ts';

/** The refusal that a service answered with this status: its own words, or what is known without them. */
export function refusalIn(status: number, body: unknown): Refusal {
  if (isErrorBody(body) && !isDeeperThan(limits.jsonDepth, body)) {
    const { error, message, ...details } = body;
    return refuse(error, message, details);
  }
  const said = `The service answered with status ${status}`;
  return status >= 500
    ? refuse(nameOf(status), `${said}.`, { status })
    : refuse(nameOf(status), `${said}, and not in the words of coord. ${whatToCheck}`, { status });
}

export const whatToCheck =
  'Check the address, and whether this network asks you to sign in first; else one of the two is too old.';

function isErrorBody(body: unknown): body is { error: RefusalName; message: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { error, message } = body as { error?: unknown; message?: unknown };
  return typeof error === 'string' && Object.hasOwn(statusOf, error) && typeof message === 'string';
}

/** A status without an error body of ours comes from something in between. */
function nameOf(status: number): RefusalName {
  const names = Object.keys(statusOf) as RefusalName[];
  const exact = names.find((name) => statusOf[name] === status);
  return exact ?? (status >= 400 && status < 500 ? 'ValidationError' : 'Unavailable');
}
