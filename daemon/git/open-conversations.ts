/** A few conversations with git, by their folders; the one that was used least recently ends for another. */
export class OpenConversations<Conversation extends { restart(): void }> {
  private readonly open = new Map<string, Conversation>();

  constructor(private readonly begin: (folder: string) => Conversation) {}

  of(folder: string): Conversation {
    const known = this.open.get(folder) ?? this.begin(folder);
    this.open.delete(folder);
    this.open.set(folder, known);
    for (const [oldest, conversation] of this.open) {
      if (this.open.size <= maxOpen) break;
      this.open.delete(oldest);
      conversation.restart();
    }
    return known;
  }

  close(): void {
    for (const conversation of this.open.values()) conversation.restart();
    this.open.clear();
  }
}

const maxOpen = 4;
