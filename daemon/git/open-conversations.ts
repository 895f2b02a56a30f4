import { LRUCache } from 'lru-cache';

const maxOpen = 4;

/** A few conversations with git, by their folders; the one that was used least recently ends for another. */
export class OpenConversations<Conversation extends { restart(): void }> {
  private readonly open = new LRUCache<string, Conversation>({
    max: maxOpen,
    dispose: (conversation) => conversation.restart(),
  });

  constructor(private readonly begin: (folder: string) => Conversation) {}

  of(folder: string): Conversation {
    const known = this.open.get(folder) ?? this.begin(folder);
    this.open.set(folder, known);
    return known;
  }

  close(): void {
    this.open.clear();
  }
}
