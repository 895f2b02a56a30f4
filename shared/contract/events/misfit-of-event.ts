import { z } from 'zod';
import { eventSchemas } from './events.ts';
import { timestamp } from '../fields.ts';
import { misfitOf } from '../misfit.ts';

/** What every event has; what else it has is said by its type. */
const anyEvent = z.object({ seq: z.number().int().min(0), at: timestamp, type: z.string() });

/**
 * Where a value that a relay sent is no event of a log; undefined when it is one. LNK-2: of a type that this version does not
 * know, only what every event has counts.
 */
export function misfitOfEvent(value: unknown): string | undefined {
  const misfit = misfitOf(anyEvent, value);
  if (misfit !== undefined) return misfit;
  const { type } = value as { type: string };
  if (!Object.hasOwn(eventSchemas, type)) return undefined;
  const found = misfitOf(eventSchemas[type as keyof typeof eventSchemas], value);
  return found === undefined ? undefined : ` (${type})${found}`;
}
