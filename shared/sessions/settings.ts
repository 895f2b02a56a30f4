import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { defaultDurations, type Durations } from './rules.ts';

const variables: Record<keyof Durations, string> = {
  reservationTtlMs: 'COORD_RESERVATION_TTL_MS',
  sessionTtlMs: 'COORD_SESSION_TTL_MS',
  negotiationDeadlineMs: 'COORD_NEGOTIATION_DEADLINE_MS',
  receiptTtlMs: 'COORD_RECEIPT_TTL_MS',
};

/** The default durations, overridden by the environment. Refused with a ValidationError: what is not a whole number above 0. */
export function durationsFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Durations | Refusal {
  const durations = { ...defaultDurations };
  for (const name of Object.keys(variables) as (keyof Durations)[]) {
    const value = milliseconds(variables[name], environment[variables[name]]);
    if (isRefusal(value)) return value;
    durations[name] = value ?? durations[name];
  }
  return durations;
}

function milliseconds(variable: string, text: string | undefined): number | undefined | Refusal {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  return refuse('ValidationError', `${variable} must be a whole number of milliseconds above 0.`);
}
