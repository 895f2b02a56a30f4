import Sqlite from 'better-sqlite3';
import { isStopWord, wordsOf } from '../../../relay/search/words.ts';
import type { LabelledQuestion } from './labelled.ts';
import { decisions, questions } from './set.ts';

/** Words of that length that begin alike count as the same, which is stricter than any stemmer. */
const prefixLength = 5;

/** The questions that share no content word, after stemming, with any decision that answers them. */
export function questionsInOtherWords(): LabelledQuestion[] {
  const stemmer = new Stemmer();
  const stemsOf = new Map(
    decisions.map(({ id, title, rationale }) => [id, stemmer.stems(`${title} ${rationale}`)]),
  );
  return questions.filter(({ question, grades }) => {
    const asked = stemmer.stems(question);
    return [...grades.keys()].every((id) => !shareOne(asked, stemsOf.get(id) ?? new Set()));
  });
}

function shareOne(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const beginnings = new Set([...others].map(beginningOf));
  return [...some].some((stem) => others.has(stem) || beginnings.has(beginningOf(stem)));
}

function beginningOf(stem: string): string {
  return stem.length < prefixLength ? stem : stem.slice(0, prefixLength);
}

/** Stems as SQLite's own Porter stemmer makes them. */
class Stemmer {
  private readonly file = new Sqlite(':memory:');

  constructor() {
    this.file.exec(`
      CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter ascii');
      CREATE VIRTUAL TABLE stems USING fts5vocab(words, row);
    `);
  }

  stems(text: string): Set<string> {
    const content = wordsOf(text).filter((word) => !isStopWord(word));
    this.file.prepare('DELETE FROM words').run();
    this.file.prepare('INSERT INTO words VALUES (?)').run(content.join(' '));
    return new Set(this.file.prepare('SELECT term FROM stems').pluck().all() as string[]);
  }
}
