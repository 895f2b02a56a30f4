import type { DecisionType } from '../../shared/decisions/contract.ts';

/** Words that announce a decision: a label, or an opening such as "we decided to". */
const label = /^(?:decision|decided|agreed|resolution|conclusion)\s*[:\-–—]\s*/i;
const opening =
  /\b(?:(?:so,? |then |ok(?:ay)?,? |and )?(?:we(?: have|'ve|’ve)?|the team|everyone|everybody|all)\s+(?:(?:all|just|now|finally|therefore)\s+)?(?:decided|agreed|chose|settled|opted|concluded)(?:\s+(?:that|to|on|for))?|it(?:'s|’s| is| was)\s+(?:been\s+)?(?:decided|agreed|settled)(?:\s+(?:that|to|on))?|(?:let's|let’s|let us|we(?:'ll|’ll| will| are going to| should))\s+(?:all\s+)?(?:just\s+)?(?=(?:go with|go for|use|keep|stick (?:with|to)|stay with|drop|adopt|move to|switch to|replace|standardi[sz]e|stop|not|never|always|store|build|write|put|split|merge|remove|support|make|return|run|deploy|ship)\b)|we(?:'re|’re| are)\s+going\s+(?=with\b)|(?:we )?(?:won't|won’t|will not)\s+(?=(?:use|support|build|keep|ship|add|do)\b))/i;
/** Words that sound like a decision but leave it open. */
const undecided =
  /\?\s*$|^(?:should|could|shall|can|what|why|how|if|maybe|perhaps)\b|\b(?:maybe|perhaps|not sure|might|haven't decided|have not decided|haven’t decided|didn't decide|no decision|let's (?:discuss|talk|see|think|wait)|let’s (?:discuss|talk|see|think|wait))\b/i;
const reason = /\b(?:because|since|so that|due to|as it|as we|in order to)\b/i;

/** A decision as a sentence states it. */
export interface StatedDecision {
  readonly title: string;
  /** What was given as the reason in the same sentence. */
  readonly reason: string;
  readonly type: DecisionType;
}

/** The decision that a sentence states; undefined when it states none. */
export function decisionIn(sentence: string): StatedDecision | undefined {
  const labelled = label.exec(sentence);
  if (labelled === null && (undecided.test(sentence) || !opening.test(sentence))) return undefined;
  const said = (labelled === null ? sentence : sentence.slice(labelled[0].length)).trim();
  if (said.length < 4) return undefined;
  const cut = reason.exec(said);
  const end = cut === null || cut.index < minTitleLength ? said.length : cut.index;
  const title = withoutOpening(said.slice(0, end)).replace(/[\s,;.!–—-]+$/, '');
  if (title === '') return undefined;
  return { title: capitalised(title), reason: capitalised(said.slice(end)), type: typeOf(said) };
}

const minTitleLength = 12;

/** The title of "We decided to use JWT" is "Use JWT"; "we won't use JWT" stays whole. */
function withoutOpening(said: string): string {
  const found = opening.exec(said);
  const isRefusal = /\b(?:won't|won’t|will not)\b/i.test(found?.[0] ?? '');
  if (found?.index !== 0 || isRefusal) return said;
  const rest = said.slice(found[0].length).trim();
  return rest.length < minTitleLength ? said : rest;
}

const kinds: readonly (readonly [DecisionType, RegExp])[] = [
  [
    'rejection',
    /\b(?:won't|won’t|will not|not going to|decided against|let's not|let’s not|should not|reject|drop)\b/i,
  ],
  [
    'convention',
    /\b(?:always|never|every|must|from now on|convention|naming|code style|style guide)\b/i,
  ],
  ['bugfix', /\b(?:fix|bug|hotfix|regression)\b/i],
  [
    'tradeoff',
    /\b(?:instead of|rather than|trade-?off|over (?:the )?alternative|at the cost of)\b/i,
  ],
  [
    'architecture',
    /\b(?:architecture|database|postgres\w*|sqlite|mysql|redis|queue|service|micro-?services?|monolith|schema|api|graphql|rest|grpc|cache|storage|cloud|event bus|websockets?)\b/i,
  ],
  [
    'implementation',
    /\b(?:function|class|module|library|package|method|endpoint|component|refactor\w*)\b/i,
  ],
];

function typeOf(text: string): DecisionType {
  return kinds.find(([, words]) => words.test(text))?.[0] ?? 'approach';
}

const actionLabel = /^(?:action(?: items?)?|todo|to do|next steps?|task)\s*[:\-–—]\s*/i;
const bullet = /^(?:[-*•]|\[ ?\])\s+/;
const promise =
  /^(?:(?:ok(?:ay)?|sure|yes|yeah|right|then|and|so|alright)[,.]?\s+)*(?:i'll|i’ll|i will|i can|i'm going to|i’m going to|i am going to|let me)\s+(?=[a-z])/i;
const someone =
  /^(?:(?:ok(?:ay)?|then|and|so)[,.]?\s+)*([\p{Lu}][\p{L}'’-]+(?: [\p{Lu}][\p{L}'’-]+)?)(?:,)?\s+(?:will|is going to|to|can you|could you|please|should|takes? (?:care of|over)|has to|needs to)\s+(?=[a-z])/u;
const notPeople =
  /^(?:we|they|it|this|that|these|those|there|he|she|you|everyone|everybody|nobody|somebody|the|users?|and|but|if|when|what|which|who|how|here|now|then)$/i;
const smallTalk =
  /^(?:see|be|think|say|agree|check with|talk|share my|repeat|stop|start with|show|add that|note that)\b/i;

/** Something to do, as a sentence states it. */
export interface StatedAction {
  readonly action: string;
  /** Empty when nobody was named. */
  readonly assignee: string;
}

/** The action item in a sentence of `speaker`; `people` are the names that are known. */
export function actionIn(
  sentence: string,
  { speaker, people }: { speaker: string; people: ReadonlySet<string> },
): StatedAction | undefined {
  const plain = sentence.replace(bullet, '');
  const labelled = actionLabel.exec(plain);
  const said = labelled === null ? plain : plain.slice(labelled[0].length);
  if (labelled === null && plain.endsWith('?') && !/\b(?:can|could) you\b/i.test(plain))
    return undefined;
  const own = promise.exec(said);
  const named = someone.exec(said);
  const name = named?.[1] ?? '';
  if (own !== null) return actionOf(said.slice(own[0].length), speaker);
  const isPerson =
    name !== '' && !notPeople.test(name) && (labelled !== null || isKnown(name, people));
  if (named !== null && isPerson)
    return actionOf(said.slice(named[0].length), fullName(name, people));
  return labelled === null ? undefined : actionOf(said, '');
}

function actionOf(text: string, assignee: string): StatedAction | undefined {
  const action = text.trim().replace(/[\s.!?,;]+$/, '');
  if (action.length < 6 || smallTalk.test(action)) return undefined;
  return { action: capitalised(action), assignee };
}

function isKnown(name: string, people: ReadonlySet<string>): boolean {
  return fullName(name, people) !== name || people.has(name);
}

/** People are called by their first names. */
function fullName(name: string, people: ReadonlySet<string>): string {
  const lower = name.toLowerCase();
  const found = [...people].filter((one) => {
    const full = one.toLowerCase();
    return full === lower || full.split(' ')[0] === lower;
  });
  return found.length === 1 ? (found[0] ?? name) : name;
}

/** The priority that the words of a sentence say. */
export function priorityIn(sentence: string): 'high' | 'medium' | 'low' {
  if (
    /\b(?:urgent\w*|asap|critical|immediately|right away|blocker|blocking|top priority|high priority|today)\b/i.test(
      sentence,
    )
  )
    return 'high';
  return /\b(?:nice to have|some ?day|eventually|low priority|when(?:ever)? (?:there is|there's|you have|we have) time|at some point|no rush|no hurry)\b/i.test(
    sentence,
  )
    ? 'low'
    : 'medium';
}

function capitalised(text: string): string {
  const trimmed = text.trim();
  // A path, an address or the name of a symbol stays as it is written.
  return /^[a-z]+(?:[\s,]|$)/.test(trimmed)
    ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
    : trimmed;
}
