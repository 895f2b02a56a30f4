import { LRUCache } from 'lru-cache';
import type { Notice } from '../../shared/sessions/notification.ts';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { changedSymbols, type AnalysedText, shownOf } from '../index/changed-symbols.ts';
import { untilTime } from '../kernel/time-slices.ts';
import { idAtRelay } from '../replica/local-ids.ts';
import type { Replica } from '../replica/replica.ts';
import type { Change, Text } from '../work-trees/expected-write.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { Claim, HandEdits } from './hand-edits.ts';
import type { SymbolPublisher, WrittenFile } from './symbol-publisher.ts';
import type { Writer } from './waiting-files.ts';

/** A file that a conversation has written. */
export interface WrittenText {
  readonly target: RepositoryFile;
  /** Undefined when it cannot be said what it has changed. */
  readonly change: Change | undefined;
}

/** Who wrote. */
export interface Author {
  readonly conversation: ConversationKey;
  readonly sessionId: string | undefined;
}

export interface WrittenSymbolsDependencies {
  readonly replica: Pick<Replica, 'sessionOf'>;
  readonly workTrees: Pick<WorkTrees, 'publicationOf' | 'refresh' | 'analysisOf' | 'indexing'>;
  readonly publisher: Pick<SymbolPublisher, 'publishWritten' | 'goesBack'>;
  readonly handEdits: Pick<HandEdits, 'expect' | 'claim' | 'isAsCommitted'>;
  /** HOK-8: tells an agent something with its next hook answer. */
  readonly tell: (conversation: ConversationKey, notice: Notice) => void;
}

/** What a file was before a write left it in a state that cannot be parsed, and whose write it was. */
interface Unparsed {
  readonly before: AnalysedText;
  readonly owner: string;
}

/** What is published of a write, and what of the file is its writer's; no claim where all of it is. */
interface Written {
  readonly file: WrittenFile;
  readonly claim: Claim | undefined;
}

const maxUnparsed = 256;

/** SYM-6: after a write, what it changed of the file's symbols goes to the team. */
export class WrittenSymbols {
  private readonly unparsed = new LRUCache<string, Unparsed>({ max: maxUnparsed });

  constructor(private readonly deps: WrittenSymbolsDependencies) {}

  /** A session has written the file, and what it changed will be published. */
  expect(target: RepositoryFile): void {
    this.deps.handEdits.expect(target);
  }

  /**
   * Answers a notification for the agent that wrote, if there is one (DEC-2). While the first index is being made there is none: it
   * cannot be said yet what the file has.
   */
  async publish(texts: readonly WrittenText[], author: Author): Promise<string | undefined> {
    const { workTrees, publisher } = this.deps;
    const [first] = texts;
    if (first === undefined) return undefined;
    const indexing = workTrees.indexing(first.target.workTree);
    if (indexing !== undefined) {
      void indexing.then(() => this.publish(texts, author));
      return undefined;
    }
    const files: WrittenFile[] = [];
    for (const text of texts) {
      await workTrees.refresh(text.target.workTree, [text.target.path]);
      await untilTime();
      const written = await this.written(text, conversationName(author.conversation));
      this.deps.handEdits.claim(text.target, written?.claim);
      if (written !== undefined) files.push(written.file);
    }
    return publisher.publishWritten(files, this.writerOf(author));
  }

  /** A session that the relay has not opened yet may be open when it is told. */
  private writerOf({ conversation, sessionId }: Author): Writer {
    const known = idAtRelay(sessionId);
    const { replica, tell } = this.deps;
    return {
      tell: (notice) => tell(conversation, notice),
      key: conversationName(conversation),
      sessionId: () => known ?? idAtRelay(replica.sessionOf(conversation)?.id),
    };
  }

  private async written(
    { target, change }: WrittenText,
    owner: string,
  ): Promise<Written | undefined> {
    const publication = this.deps.workTrees.publicationOf(target);
    if (publication === undefined) return undefined;
    // Nothing can be said of what it changed: it adds a file that the team does not have.
    if (change === undefined)
      return { file: { ...publication, changes: [] }, claim: { names: [], written: 'absent' } };
    const key = `${target.workTree.root}\n${target.path}`;
    const earlier = this.unparsed.get(key);
    const before = (await this.analysed(target, change.before)) ?? earlier?.before;
    const after = publication.parsed ? await this.analysed(target, change.after) : undefined;
    if (after === undefined) {
      if (before !== undefined) this.unparsed.set(key, { before, owner: earlier?.owner ?? owner });
      return undefined;
    }
    this.unparsed.delete(key);
    // Nobody is blamed for what somebody else has broken and it has mended.
    const isNobodys = before === undefined || (earlier?.owner ?? owner) !== owner;
    const changes = before && shownOf(changedSymbols(before, after), publication.symbols, after);
    const file = { ...publication, changes };
    const isTakenBack =
      changes !== undefined &&
      this.deps.publisher.goesBack(file) &&
      (await this.deps.handEdits.isAsCommitted(target));
    return {
      file: { ...file, ...(isNobodys && { isNobodys }), ...(isTakenBack && { isTakenBack }) },
      claim: changes && { names: changes.map(({ name }) => name), written: after },
    };
  }

  private async analysed(target: RepositoryFile, text: Text): Promise<AnalysedText | undefined> {
    return text === undefined ? 'absent' : this.deps.workTrees.analysisOf(target, text);
  }
}
