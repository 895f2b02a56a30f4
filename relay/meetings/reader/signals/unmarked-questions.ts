/** "do we hold all platforms or only one", as people type in chats. */
export function asksWithoutMark(text: string): boolean {
  return !/[.?!…:;"”)]$/.test(text) && unmarked.test(text);
}

const unmarked =
  /^(?:(?:so|and|ok(?:ay)?|but|then|also|btw|hm+),? )*(?:(?:do|does|did|are|is|can|could|should|shall|will|would) (?:we|you|i|they|it|the|this|that|there|someone|somebody|anyone)\b|who (?:wants|takes|has|can|does|will|is)\b|(?:what|when|where|why|how) (?:do|does|did|are|is|can|could|should|will|would)\b)|, (?:do|should|can|could|are|shall) (?:we|i|you|the|it)\b(?!.* then$)/i;
