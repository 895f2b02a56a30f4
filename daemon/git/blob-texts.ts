import { isUtf8 } from 'node:buffer';
import type { GitRunner } from '../../shared/node/git/git-calls.ts';
import { maxTextBytes } from '../kernel/text-limits.ts';
import { Conversation, type Found, OpenConversations } from './conversation.ts';

/** A text that git keeps, with the id of its blob. */
export interface BlobText {
  readonly id: string;
  readonly text: string;
}

/** What was found by the names that were asked for. */
export interface FoundBlobs {
  readonly texts: ReadonlyMap<string, BlobText>;
  /** Names of blobs that were not read: too large, more than is read at once, or git did not answer. */
  readonly left: ReadonlySet<string>;
}

export type BlobTexts = Pick<BlobReader, 'read'>;

/** Of all texts that are read at once, where the caller says nothing else. */
const maxTogetherBytes = 64 * 1024 * 1024;

/** What git says of an object: of what kind it is, and its bytes where they were asked for. */
interface ObjectAnswer {
  readonly id: string;
  readonly kind: string;
  readonly size: number;
  readonly content: Buffer;
}

type Objects = Conversation<ObjectAnswer | 'missing'>;

/**
 * RSV-11: texts by the names that git takes for blobs: ids, or `<commit>:<path>`. One `git cat-file` for each work tree
 * answers for all who ask.
 */
export class BlobReader {
  private readonly conversations: OpenConversations<Objects>;

  /** `prefix` and `environment` are those of a repository of the daemon's own. */
  constructor(
    git: Pick<GitRunner, 'open'>,
    { prefix = [], environment = {} }: BlobReaderOptions = {},
  ) {
    // A partial clone would otherwise ask its remote for what is missing.
    const given = { ...environment, GIT_NO_LAZY_FETCH: '1' };
    this.conversations = new OpenConversations(
      (folder) =>
        new Conversation({
          open: () => git.open(folder, [...prefix, 'cat-file', '--batch-command'], given),
          parse: objectIn,
        }),
    );
  }

  /**
   * HOK-2: without those that are not there, no text or too large; `together` in bytes. The size is asked for first, and then the
   * contents by the blob's id: what a name means may have changed. Nothing beyond a limit is read.
   */
  async read(
    folder: string,
    names: Iterable<string>,
    together = maxTogetherBytes,
  ): Promise<FoundBlobs> {
    const asked = [...new Set(names)].filter((name) => name !== '' && !name.includes('\n'));
    const objects = this.conversations.of(folder);
    const sizes = await Promise.all(asked.map((name) => objects.ask(`info ${name}\n`)));
    const left = new Set<string>();
    let room = together;
    const wanted = asked.flatMap((name, at) => {
      const found = sizes[at];
      if (found === 'missing' || (found !== undefined && found.kind !== 'blob')) return [];
      const fits = found !== undefined && found.size <= maxTextBytes && found.size <= room;
      if (fits) room -= found.size;
      else left.add(name);
      return fits ? [{ name, id: found.id }] : [];
    });
    // One blob can have many names.
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const contents = new Map(ids.map((id) => [id, objects.ask(`contents ${id}\n`)]));
    const texts = new Map<string, BlobText>();
    for (const { name, id } of wanted) {
      const found = await contents.get(id);
      if (found === undefined) left.add(name);
      const text = found === undefined || found === 'missing' ? undefined : textOf(found.content);
      if (text !== undefined && typeof found === 'object') texts.set(name, { id: found.id, text });
    }
    return { texts, left };
  }

  close(): void {
    this.conversations.close();
  }
}

export interface BlobReaderOptions {
  readonly prefix?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** `<id> <kind> <size>`, and for a question about contents that many bytes and a line end; else a line about what is missing. */
function objectIn(bytes: Buffer, question: string): Found<ObjectAnswer | 'missing'> {
  const end = bytes.indexOf(10);
  if (end === -1) return { needs: bytes.length + 1 };
  const head = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(bytes.toString('latin1', 0, end));
  if (head === null) return { answer: 'missing', end: end + 1 };
  const [, id = '', kind = '', length = ''] = head;
  const size = Number(length);
  if (question.startsWith('info '))
    return { answer: { id, kind, size, content: noBytes }, end: end + 1 };
  const last = end + 1 + size;
  if (bytes.length <= last) return { needs: last + 1 };
  return { answer: { id, kind, size, content: bytes.subarray(end + 1, last) }, end: last + 1 };
}

const noBytes = Buffer.alloc(0);

function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined;
}
