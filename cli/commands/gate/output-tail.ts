const maxLines = 40;
const maxCharacters = 64 * 1024;

/** Keeps the last lines of what a run prints. */
export class OutputTail {
  private text = '';

  take(more: string): void {
    this.text = (this.text + more).slice(-maxCharacters);
  }

  /** Without the empty lines at the end; empty when nothing was printed. */
  lines(): string[] {
    const text = this.text.trimEnd();
    return text === '' ? [] : text.split(/\r?\n/).slice(-maxLines);
  }

  /** Whether what comes next begins in the middle of a line. */
  get isInLine(): boolean {
    return this.text !== '' && !this.text.endsWith('\n');
  }
}
