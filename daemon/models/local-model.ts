import type { Client } from '../../shared/api/client.ts';
import { Lanes } from '../../shared/kernel/lanes.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import { clientFor } from '../../shared/node/model-clients.ts';
import type { ClientModelOptions } from './client-model.ts';

export interface LocalModelOptions extends Omit<ClientModelOptions, 'client' | 'model'> {
  /** Where the answer of the user is kept. */
  readonly stateFolder: string;
}

const maxWaiting = 20;

/** The language model of this machine: the client that the user has agreed to use, if any (MTG-16). */
export class LocalModel {
  /** MTG-10: of those who hand over the same transcript at once, one after the other. */
  readonly lanes = new Lanes();
  private waiting = 0;
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: LocalModelOptions) {}

  /** Whether somebody has agreed to one. Read each time, so that an answer counts at once. */
  get isOn(): boolean {
    return this.client() !== undefined;
  }

  /** The model, where there is one and the relay has none (MTG-14). `timeoutMs` in place of its own. */
  async inPlaceOfRelays(
    relay: Client | undefined,
    workspaceId: string,
    timeoutMs?: ClientModelOptions['timeoutMs'],
  ): Promise<LanguageModel | undefined> {
    const client = this.client();
    if (client === undefined || relay === undefined) return undefined;
    const workspace = await relay.call('getWorkspace', { id: workspaceId });
    if (isRefusal(workspace) || workspace.has_language_model === true) return undefined;
    const { clientModel } = await import('./client-model.ts');
    const model = this.options.environment['COORD_LLM_MODEL'] || undefined;
    return clientModel({ ...this.options, ...(timeoutMs && { timeoutMs }), client, model });
  }

  /** Runs what nobody waits for, one after the other. When too much waits, it is left out, and so is what fails. */
  later(work: () => Promise<void>): void {
    if (this.waiting >= maxWaiting) return;
    this.waiting += 1;
    this.work = this.work
      .then(() => (this.options.signal.aborted ? undefined : work()))
      .catch(() => undefined)
      .finally(() => (this.waiting -= 1));
  }

  private client() {
    const found = clientFor(this.options.environment, this.options.stateFolder);
    return isRefusal(found) ? undefined : found;
  }
}
