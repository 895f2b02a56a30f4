import { speakersOf, type Turn } from '../../text/turns.ts';
import { withCaptionsParted } from './captions.ts';

/** The turns as far as their form tells who speaks, and the names that are known without what was read as one by mistake. */
export function withSpeakersRead(
  written: readonly Turn[],
  given: ReadonlySet<string>,
): { turns: readonly Turn[]; names: string[] } {
  const turns = withCaptionsParted(written);
  const speakers = new Set(speakersOf(turns));
  const gone = new Set(speakersOf(written).filter((one) => !speakers.has(one)));
  return { turns, names: [...new Set([...given, ...speakers])].filter((one) => !gone.has(one)) };
}
