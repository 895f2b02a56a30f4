import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asData } from '../kernel/display.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { codingFor, compress, type Coding } from './http/coding.ts';

/** `npm run build` writes it. As far from here as from the built program, whose parts lie in `dist/chunks`. */
const built = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url));

/** What is served, by the end of its name. Nothing else in the folder is. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Fonts are compressed already. */
const compressed: ReadonlySet<string | undefined> = new Set([types['.woff2']]);

const page = 'index.html';
const assets = 'assets/';
const [ofHashedNames, ofOthers] = ['public, max-age=31536000, immutable', 'no-cache'];
/** The way up is written into the page once for each reference of it. */
const mostSegments = 32;

/** The best quality of Brotli takes a second for a few percent. */
const effort = { br: 6, gzip: 6 };

/** For an address that cannot be read, or in two ways. */
export const noSuchAddress = refuse('NotFound', 'No page has this address.');

/** Who serves the page, which has views at a daemon that no relay has. */
export type ServedBy = 'relay' | 'daemon';

/** The headers of a request that matter here. */
export interface AskedHeaders {
  readonly 'accept-encoding'?: string | readonly string[] | undefined;
  readonly 'if-none-match'?: string | undefined;
}

export interface FileAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty with status 304. */
  readonly body: Buffer;
}

/** DSH-20: the files of the dashboard, read once and compressed once, and the page at every address below `/dashboard`. */
export class DashboardFiles {
  private files: ReadonlyMap<string, ServedFile> | undefined;
  /** The page, by how many folders its address is below the root of the service. */
  private readonly pages = new Map<number, ServedFile>();

  constructor(
    private readonly servedBy: ServedBy,
    private readonly folder = built,
  ) {}

  /** Answers a GET; `path` is that of the request, as it was sent and without a query. NotFound: no such file, or no build. */
  async answer(path: string, headers: AskedHeaders): Promise<FileAnswer | Refusal> {
    const segments = segmentsOf(path);
    if (segments === undefined) return noSuchAddress;
    this.files ??= await readFiles(this.folder);
    // The first segments are empty and `dashboard`.
    const found = this.find(segments.slice(2).join('/'), path);
    return found === undefined ? this.missing(segments) : found.answer(headers, this.servedBy);
  }

  private find(name: string, path: string): ServedFile | undefined {
    const file = this.files?.get(name);
    if (file !== undefined && name !== page) return file;
    // A workspace may be called `assets`, and no name of one has a dot.
    const isFile = name.startsWith(assets) && /\.[^/]*$/.test(name);
    return isFile ? undefined : this.pageAt(path.split('/').length - 2);
  }

  /** A page refers to its files from where it is, as nobody here knows what a proxy has taken off the address. */
  private pageAt(depth: number): ServedFile | undefined {
    const known = this.pages.get(depth);
    const template = this.files?.get(page);
    if (known !== undefined || template === undefined) return known;
    const text = template.content
      .toString()
      .replaceAll('%ROOT%', '../'.repeat(depth))
      .replaceAll('%SERVED_BY%', this.servedBy);
    const made = new ServedFile(page, Buffer.from(text));
    this.pages.set(depth, made);
    return made;
  }

  private missing(segments: readonly string[]): Refusal {
    if (this.files?.has(page) === true)
      return refuse(
        'NotFound',
        `The dashboard has no file ${asData(segments.at(-1) ?? '', 120)}. Load the page again: it may be of an earlier version.`,
      );
    // It may be built in a moment.
    this.files = undefined;
    return refuse('NotFound', 'The dashboard is not built. In the folder of coord: npm run build');
  }
}

/** One file, compressed in each way once. */
class ServedFile {
  private readonly coded = new Map<Coding, Promise<Buffer>>();
  private readonly digest: string;
  private readonly type: string;

  constructor(
    private readonly name: string,
    readonly content: Buffer,
  ) {
    this.type = types[extname(name)] ?? '';
    this.digest = createHash('sha256').update(content).digest('base64url');
  }

  async answer(asked: AskedHeaders, servedBy: ServedBy): Promise<FileAnswer> {
    const isCompressed = compressed.has(this.type);
    const coding = isCompressed ? 'identity' : codingFor(asked['accept-encoding']);
    // One tag for each coding: a cache must not take the bytes of one for those of another.
    const etag = coding === 'identity' ? `"${this.digest}"` : `"${this.digest}-${coding}"`;
    const headers = {
      'content-type': this.type,
      'content-security-policy': policies[servedBy],
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': this.name.startsWith(assets) ? ofHashedNames : ofOthers,
      vary: 'accept-encoding',
      etag,
    };
    if (asked['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) };
    const body = await this.in(coding);
    if (coding === 'identity') return { status: 200, headers, body };
    return { status: 200, headers: { ...headers, 'content-encoding': coding }, body };
  }

  private in(coding: Coding): Promise<Buffer> {
    const known = this.coded.get(coding) ?? compress(this.content, coding, effort);
    this.coded.set(coding, known);
    return known;
  }
}

/**
 * DSH-21: the page runs its own scripts and styles, speaks to its own origin, stands in no frame and shows no other's content.
 * Not every browser counts a WebSocket of the same host as its own origin; at a daemon, which is on this machine, all that
 * are supported do.
 */
const policies: Readonly<Record<ServedBy, string>> = {
  relay: policy("'self' ws: wss:"),
  daemon: policy("'self'"),
};

function policy(connections: string): string {
  const own = "script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";
  const nobody = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return `default-src 'none'; ${own}; connect-src ${connections}; ${nobody}`;
}

/** The decoded segments; undefined for an address that may be read in two ways. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    const isOdd = segments.some((one) => one === '.' || one === '..' || /[/\\\0]/.test(one));
    return isOdd || segments.length > mostSegments ? undefined : segments;
  } catch {
    return undefined;
  }
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined);
  const read = files.map(async ({ parentPath, name }): Promise<[string, ServedFile]> => {
    const path = join(parentPath, name);
    const own = relative(folder, path).replaceAll(sep, '/');
    return [own, new ServedFile(own, await readFile(path))];
  });
  // A build that goes on meanwhile takes files away; the next request reads them anew.
  return new Map(await Promise.all(read).catch(() => []));
}
