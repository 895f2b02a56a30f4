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

/**
 * RSV-1, RSV-2: a write is reported, so it is believed: one that changed nothing extends what the session holds of the file,
 * and one that does not say what it wrote holds the file.
 */
function reportedPlaces(
  { edits }: FileEdit,
  changed: readonly Place[] | undefined,
  own: readonly Reservation[],
): readonly Place[] {
  if (changed !== undefined && changed.length > 0) return changed;
  if (changed !== undefined && own.length > 0) return own;
  return changed !== undefined && edits !== undefined ? [] : wholeFileUnknown;
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
    if (file.symbolIds === undefined) return reportedPlaces(file, places, own);
    const names = symbolNamesOf(target.path, file.symbolIds);
    return isRefusal(names) ? names : names.map(placeNamed);
  }
}
