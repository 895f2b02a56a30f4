import { isDeepStrictEqual } from 'node:util';
import type { LineRelation, Reservation } from '../../shared/reservations/collisions.ts';
import {
  inEveryBase,
  overlap,
  type LineRange,
  type LineSpan,
} from '../../shared/reservations/lines.ts';
import { linesOnly, wholeFile, type Place } from '../../shared/reservations/places.ts';
import { loadPlaceReader } from '../index/places/place-reader.ts';
import { editCollision } from '../lines/edit-collision.ts';
import { diffLines, type Hunk, mapped, newLines } from '../lines/line-diff.ts';
import { linesOf, type TextLines, withLineEndsOf } from '../lines/text-lines.ts';
import type { BaseTexts } from './base-texts.ts';
import type { OwnedLines } from './owned-lines.ts';
import { touchedBy } from './written-places.ts';

/** One edit before it is made, and what the daemon knows of the file. An absent file has an empty text. */
export interface ProposedEdit {
  readonly path: string;
  /** Names the work tree; see `FileChanges.treeName`. */
  readonly tree: string;
  readonly current: string;
  readonly proposed: string;
}

export interface PreviewKnowledge {
  readonly bases: Pick<BaseTexts, 'known'>;
  readonly owned: OwnedLines;
  /** The owner's name in `owned` of a session. */
  readonly ownerOf: (sessionId: string) => string;
}

/** Where the edit meets another session's lines, in lines of the text before the edit; and those lines as they are now. */
export interface Meeting {
  readonly here: LineSpan;
  readonly theirLines: readonly string[];
  /** The other session has changed all lines of its base, or there were none. */
  readonly isWhole?: boolean;
  /** What is left of the other session's file is nothing. */
  readonly isRemoved?: boolean;
  /** The other session's lines are again as they were before it changed them. */
  readonly isTakenBack?: boolean;
}

interface KnownBase {
  readonly base: TextLines;
  readonly ranges: readonly LineRange[];
  /** The edit's text, with the line ends that the file has on disk where git has turned them. */
  readonly proposed: TextLines;
}

const apart: LineRelation = { kind: 'apart' };
const unknown: LineRelation = { kind: 'unknown' };
const noLines: LineSpan = { start: 0, end: 0 };
/** The lines of a proposed edit are compared by `relationTo`, never by these. */
const compared = { base: '', ranges: [] } as const;

/** RSV-10, RSV-11: which places an edit would touch, and how its lines lie to those of others. */
export class EditPreview {
  private readonly current: TextLines;
  private readonly proposed: TextLines;
  private readonly hunks: readonly Hunk[];
  private readonly relations = new Map<Reservation, LineRelation>();

  constructor(
    private readonly edit: ProposedEdit,
    private readonly knowledge: PreviewKnowledge,
  ) {
    this.current = linesOf(edit.current);
    this.proposed = linesOf(edit.proposed);
    this.hunks = diffLines(this.current, this.proposed);
  }

  /** Whether the file can be parsed now, and not with the edit; known once its places are. */
  breaks = false;

  /** Every edit changes lines: what stands for them where only lines are compared. */
  readonly lines: Place = { symbol: linesOnly, within: linesOnly, lines: compared };

  /** The changed lines of the text before the edit. */
  get regions(): readonly LineSpan[] {
    return this.hunks;
  }

  /** Parses the file before and after the edit. An edit that touches no place touches lines only. */
  async places(): Promise<readonly Place[]> {
    const { path, current, proposed } = this.edit;
    const reader = await loadPlaceReader();
    const [before, after] = [reader.read(path, current), reader.read(path, proposed)];
    this.breaks = before !== undefined && after === undefined;
    const touched = touchedBy(before, after);
    if (touched === 'whole') return [{ symbol: wholeFile, within: wholeFile, lines: compared }];
    if (touched.length === 0) return [this.lines];
    return touched.map(({ symbol, within }) => ({ symbol, within, lines: compared }));
  }

  relationTo(held: Reservation): LineRelation {
    let relation = this.relations.get(held);
    if (relation === undefined) this.relations.set(held, (relation = this.compareWith(held)));
    return relation;
  }

  private compareWith(held: Reservation): LineRelation {
    if (held.lines === undefined) return unknown;
    if (this.isRemovedBy(held)) return { kind: 'touch', theirs: noLines };
    const spans = this.spansHere(held);
    return spans === undefined ? this.relationOverBase(held) : this.relationHere(spans);
  }

  /** Undefined when the lines are not known here any more. */
  meetingWith(held: Reservation): Meeting | undefined {
    const here = this.spansHere(held)?.find((span) => this.isOverwritten(span));
    if (here !== undefined) return this.meetingHere(held, here);
    if (this.isRemovedBy(held)) return { here: noLines, theirLines: [], isRemoved: true };
    const relation = this.relationOverBase(held);
    const base = this.baseOf(held)?.base;
    if (relation.kind !== 'touch' || base === undefined) return undefined;
    const toHere = diffLines(base, this.current);
    const { start, end } = relation.theirs;
    const theirLines = this.theirLines(held, base, relation.theirs);
    return {
      here: mapped(relation.theirs, toHere),
      theirLines: theirLines ?? [],
      isWhole: isAllOf(base, relation.theirs),
      isRemoved: this.textOfHolder(held) === '',
      isTakenBack:
        !isAllOf(base, relation.theirs) &&
        isDeepStrictEqual(theirLines, base.lines.slice(start, end)),
    };
  }

  private meetingHere(held: Reservation, here: LineSpan): Meeting {
    const theirLines = this.current.lines.slice(here.start, here.end);
    const base = this.baseOf(held)?.base;
    const isAsBefore =
      base !== undefined &&
      !diffLines(base, this.current).some((hunk) => overlap(newLines(hunk), here));
    const isTakenBack = isAsBefore && !isAllOf(base, here);
    return { here, theirLines, isTakenBack };
  }

  /** Whether the holder has removed all lines of the file from this work tree, or moved it away: then none is left to compare. */
  private isRemovedBy(held: Reservation): boolean {
    if (this.edit.current !== '' || held.lines?.tree !== this.edit.tree) return false;
    const known = this.baseOf(held);
    const length = known?.base.lines.length;
    return (
      length !== undefined &&
      known?.ranges.some((all) => all.start === 0 && all.end === length) === true
    );
  }

  /** RSV-17: in one work tree both write the same text, and only the very lines of another are in the way. */
  private relationHere(spans: readonly LineSpan[]): LineRelation {
    const theirs = spans.find((span) => this.isOverwritten(span));
    return theirs === undefined ? apart : { kind: 'touch', theirs };
  }

  private isOverwritten(span: LineSpan): boolean {
    return this.hunks.some((hunk) => overlap(hunk, span));
  }

  private relationOverBase(held: Reservation): LineRelation {
    const known = this.baseOf(held);
    if (known === undefined || held.lines === undefined) return unknown;
    const { base, ranges, proposed } = known;
    const collision = editCollision({
      base,
      theirs: ranges,
      current: this.current,
      proposed,
      isOtherTree: held.lines.tree !== undefined && held.lines.tree !== this.edit.tree,
    });
    if (collision.kind === 'apart') return apart;
    const { mine, theirs, onlyImports } = collision;
    return { kind: 'touch', mine: marked(mine, onlyImports), theirs: marked(theirs, onlyImports) };
  }

  /** The newest text that is known here of those in which the holder's lines are counted; none of it where the file is not here. */
  private baseOf({ lines }: Reservation): KnownBase | undefined {
    const all = lines === undefined ? [] : inEveryBase(lines);
    const created = this.edit.current === '' ? all.filter(({ base }) => base === '') : [];
    for (const { base, ranges } of [...created, ...all]) {
      const text = this.knowledge.bases.known(base);
      if (text !== undefined) return { ranges, ...this.onDisk(text) };
    }
    return undefined;
  }

  private onDisk(base: string): Pick<KnownBase, 'base' | 'proposed'> {
    const alike = (text: string) => linesOf(withLineEndsOf(this.edit.current, text));
    const proposed = base.includes('\r\n') ? this.proposed : alike(this.edit.proposed);
    return { base: alike(base), proposed };
  }

  /**
   * The holder's lines of this reservation in this very file: others of its own may have ended. Undefined when it works
   * elsewhere, or before a restart of this daemon.
   */
  private spansHere({ symbol, lines, sessionId }: Reservation): readonly LineSpan[] | undefined {
    const { tree, path, current } = this.edit;
    const { owned, ownerOf } = this.knowledge;
    const [file, owner] = [`${tree}\n${path}`, ownerOf(sessionId)];
    if (lines?.tree !== tree || !owned.knows(file, owner)) return undefined;
    const spans = owned.spansIn(file, current).filter((span) => span.owner === owner);
    return symbol === wholeFile
      ? spans
      : spans.filter((span) => span.symbol === undefined || span.symbol === symbol);
  }

  private textOfHolder({ lines }: Reservation): string | undefined {
    const isElsewhere = lines?.tree !== undefined && lines.tree !== this.edit.tree;
    return isElsewhere
      ? this.knowledge.owned.textOf(`${lines.tree}\n${this.edit.path}`)
      : undefined;
  }

  /** Undefined when they are not on this machine, or this daemon has not seen them. */
  private theirLines(
    held: Reservation,
    base: TextLines,
    range: LineSpan,
  ): readonly string[] | undefined {
    const text = this.textOfHolder(held);
    if (text === undefined) return undefined;
    const theirs = linesOf(text);
    const { start, end } = mapped(range, diffLines(base, theirs));
    return theirs.lines.slice(start, end);
  }
}

/** Also of a file that the holder has made, or moved here, and committed: then nothing was put back. */
function isAllOf({ lines }: TextLines, { start, end }: LineSpan): boolean {
  return start === 0 && end === lines.length;
}

function marked({ start, end }: LineSpan, addsImports: boolean) {
  return addsImports ? { start, end, addsImports: true as const } : { start, end };
}
