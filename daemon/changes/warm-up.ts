import type { RepositoryFile } from '../git/path-resolver.ts';
import { loadPlaceReader } from '../index/places/place-reader.ts';
import { untilTime } from '../kernel/time-slices.ts';
import { linesOf } from '../lines/text-lines.ts';
import type { FileStates } from '../work-trees/file-states.ts';

/** A burst of checks is not disturbed; a client takes longer to write and to start its next hook. */
const quietMs = 10;
const maxFiles = 4;

/** Keeps the symbols of a text of the file. */
export type AnalyseText = (file: RepositoryFile, text: string) => Promise<unknown>;

/** Reads and parses files that are about to be written while nothing else is asked, so that the report of the write need not. */
export class WarmUp {
  private readonly expected = new Set<RepositoryFile>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: Pick<FileStates, 'textOf'>,
    private readonly analyse: AnalyseText = () => Promise.resolve(),
  ) {}

  /** Costs next to nothing. */
  expect(file: RepositoryFile): void {
    this.expected.delete(file);
    this.expected.add(file);
    const [oldest] = this.expected;
    if (this.expected.size > maxFiles && oldest !== undefined) this.expected.delete(oldest);
    if (this.timer === undefined) this.timer = setTimeout(() => void this.read(), quietMs).unref();
    else this.timer.refresh();
  }

  private async read(): Promise<void> {
    const files = [...this.expected];
    this.expected.clear();
    const reader = await loadPlaceReader();
    for (const file of files) {
      await untilTime();
      const now = this.files.textOf(file);
      if (now === 'unreadable' || now.text === undefined) continue;
      linesOf(now.text);
      reader.read(file.path, now.text);
      await this.analyse(file, now.text);
    }
  }
}
