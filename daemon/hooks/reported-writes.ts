import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { FileCall, FileEdit } from '../../shared/clients/common/hook-call.ts';
import type { Reservation } from '../../shared/reservations/collisions.ts';
import { placeNamed, wholeFile, type Place } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { FileChanges } from '../changes/file-changes.ts';
import { conversationName } from '../../shared/sessions/rules.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import { untilTime } from '../kernel/time-slices.ts';
import type { WrittenSymbols, WrittenText } from '../knowledge/written-symbols.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { Change } from '../work-trees/expected-write.ts';
import type { TouchedFile } from './reserve.ts';

export interface ReportedWritesDependencies {
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'written' | 'isIgnored'>;
  readonly changes: Pick<FileChanges, 'placesOf'>;
  readonly replica: Pick<Replica, 'liveReservationsOf' | 'liveReservationsOfOthers'>;
  readonly symbols: Pick<WrittenSymbols, 'expect'>;
}

/** One file of a call that has written, as it was read when the report came. */
interface ReportedWrite {
  readonly target: RepositoryFile;
  readonly file: FileEdit;
  /** Undefined when it cannot be said. */
  readonly change: () => Promise<Change | undefined>;
}

export type Reported = ReportedWrite | Refusal;

export type WrittenFile = TouchedFile & WrittenText;

const wholeFileUnknown: readonly Place[] = [placeNamed(wholeFile)];

/** What is known of a reported write, and what its session holds of the file already. */
interface Known {
  readonly change: Change | undefined;
  readonly places: readonly Place[] | undefined;
  readonly own: readonly Reservation[];
}

/**
 * RSV-1, RSV-2: a write is reported, so it is believed: one that changed nothing extends what the session holds of the file, or holds
 * the file. Only what a second report tells again, and what is no change of the text, holds nothing.
 */
function reportedPlaces({ edits }: FileEdit, { change, places, own }: Known): readonly Place[] {
  if (change === undefined || places === undefined) return wholeFileUnknown;
  if (places.length > 0) return places;
  if (own.length > 0) return own;
  const isNothing = change.isToldAgain === true || isOfTextAlone(change);
  return isNothing && edits !== undefined ? [] : wholeFileUnknown;
}

/** Whether the file was there before and after, with another text. A file that is made or removed is touched, also an empty one. */
function isOfTextAlone({ before, after }: Change): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

/** What a call that has written reports: the files as they are now, and what of them it touched. */
export class ReportedWrites {
  constructor(private readonly deps: ReportedWritesDependencies) {}

  /** The files as they are now. One file is read before anything else runs, unless much else is to be done. */
  async read(call: FileCall, files: readonly FileEdit[]): Promise<(Reported | undefined)[]> {
    const reported: (Reported | undefined)[] = [];
    for (const file of files) {
      await untilTime();
      const target = this.deps.paths.resolveWritten(file.path);
      if (isRefusal(target)) reported.push(target);
      else if (target.kind === 'outside') reported.push(undefined);
      else {
        const change = this.deps.files.written(target, call, file.edits);
        this.deps.symbols.expect(target);
        reported.push({ target, file, change });
      }
    }
    return reported;
  }

  /** Undefined when nothing of the file is to be reserved: it is ignored by git, outside, or unchanged. */
  async touchedFile(
    call: FileCall,
    reported: Reported | undefined,
  ): Promise<WrittenFile | Refusal | undefined> {
    if (reported === undefined || isRefusal(reported)) return reported;
    const { target } = reported;
    // Before the index reads the file: what is ignored must not come in there.
    if (await this.deps.files.isIgnored(target)) return undefined;
    const change = await reported.change();
    const places = await this.placesOf(call, reported, change);
    if (isRefusal(places)) return places;
    return places.length === 0 ? undefined : { target, places, change };
  }

  /** Symbols that the caller names are trusted; it says nothing of lines. */
  private async placesOf(
    call: FileCall,
    { target, file }: ReportedWrite,
    change: Change | undefined,
  ): Promise<readonly Place[] | Refusal> {
    const { changes, replica } = this.deps;
    const own = replica.liveReservationsOf(call.conversation, target.key);
    const others = replica.liveReservationsOfOthers(call.conversation, target.key);
    const owner = conversationName(call.conversation);
    const places = change && (await changes.placesOf(target, { owner, change, own, others }));
    if (file.symbolIds === undefined) return reportedPlaces(file, { change, places, own });
    const names = symbolNamesOf(target.path, file.symbolIds);
    return isRefusal(names) ? names : names.map(placeNamed);
  }
}
