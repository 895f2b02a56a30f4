import { parseReceipt } from './receipt-signer.ts';

type Visible = { readonly visibility: string };

/** The files of an event of the gate. Every member reads the log, so those of a private workstream are not told. */
export function filesTold({ visibility }: Visible, files: string[]): string[] {
  return visibility === 'private' ? [] : files;
}

/** The receipt of an event of the gate, of a private workstream without its signature. */
export function receiptTold({ visibility }: Visible, shown: string): string {
  return visibility === 'private' ? (parseReceipt(shown)?.id ?? '') : shown;
}

/** The run of an event of the gate; left out of a private workstream. */
export function runTold({ visibility }: Visible, id: string): { run_id?: string } {
  return visibility === 'private' ? {} : { run_id: id };
}
