import type { Talk } from './talk.ts';

/** Talks in which a later choice comes instead of an earlier one. */
export const amended: readonly Talk[] = [
  {
    text: `Ann: How long should a lease be?
Bob: Let's make it fifteen minutes.
Ann: Agreed, fifteen minutes.
Cleo: Builds take twenty minutes though.
Bob: Good point.
Ann: Okay, thirty then.
Bob: Fine.`,
    decided: [/^Thirty minutes \(How long should a lease be\?\)$/],
  },
  {
    text: `Ann: We release on Fridays from now on.
Bob: Agreed.
Cleo: Nobody is here on Friday afternoon.
Ann: Right. Then Thursdays.
Bob: Thursdays works.`,
    decided: [/^We release on Thursdays from now on$/],
  },
  {
    text: `Ann: Let's use Redis for the sessions.
Bob: OK.
Cleo: Sorry to be late. Why Redis? We have Postgres already.
Ann: True. Let's use Postgres then.
Bob: Agreed.`,
    decided: [/^Use Postgres for the sessions$/],
  },
  {
    text: `Ann: Let's use Kafka for the events. Actually no, RabbitMQ, we know it.
Bob: Agreed.`,
    decided: [/^Use RabbitMQ for the events$/],
  },
  {
    text: `Ann: We decided to keep logs for 30 days.
Bob: Legal wants 90.
Ann: OK, 90 days it is.`,
    decided: [/^Keep logs for 90 days$/],
  },
  {
    text: `Ann: Let's go with GraphQL for the public API.
Bob: Sounds good.
Ann: Next topic, the login.
Bob: Let's use passkeys.
Ann: Agreed.
Cleo: Coming back to the API: the partners only speak REST.
Ann: Hm, you're right. REST it is then, no GraphQL.
Bob: OK.`,
    decided: [/^Use passkeys/, /^Go with REST for the public API$/],
  },
  {
    text: `Ann: The pool size should be 20.
Bob: Ok.
Ann: Wait, the database only allows 15. So 10.
Bob: Agreed.`,
    decided: [/^The pool size should be 10$/],
  },
  {
    text: `Ann: Let's call the package "core".
Bob: Agreed.
Cleo: There is a core package already.
Ann: Let's call it "kernel" then.
Cleo: OK.`,
    decided: [/^Call the package "kernel"$/],
  },
  {
    text: `Ann: Let's store the tokens in localStorage.
Bob: Sounds good.
Cleo: That's readable by any script.
Ann: Right. Let's store them in cookies instead.
Bob: Agreed.`,
    decided: [/^Store the tokens in cookies$/],
  },
  {
    text: `Ann: How long is the timeout?
Bob: Let's say 30 seconds.
Ann: OK.
Bob: Hm, no, that's too long. Make it 10 seconds.
Ann: Fine.`,
    decided: [/^10 seconds \(How long is the timeout\?\)$/],
  },
  {
    text: `Ann: We meet on Mondays from now on.
Bob: Can't do Mondays.
Ann: Tuesdays?
Bob: Works.
Ann: Great, Tuesdays then.`,
    decided: [/^We meet on Tuesdays from now on$/],
  },
  {
    text: `Ann: I'll send the report on Monday.
Bob: Monday is a holiday.
Ann: OK, Tuesday then.`,
    work: [['Ann', /^Send the report/, '2026-11-24']],
  },
  {
    text: `Ann: Bob, can you fix the login by Wednesday?
Bob: I'm away on Wednesday.
Ann: Friday then?
Bob: Friday works.`,
    work: [['Bob', /^Fix the login/, '2026-11-20']],
  },
  {
    text: `Ann: We agreed to drop Redis.\nBob: We agreed to use SQLite instead.`,
    decided: [/^Drop Redis$/, /^Use SQLite instead$/],
  },
  // What is another matter stays beside the first one.
  {
    text: `Ann: Let's use Postgres for the orders.
Bob: Agreed.
Cleo: It can't do the search though.
Ann: OK, then let's use Elasticsearch for the search.
Bob: Fine.`,
    decided: [/^Use Postgres for the orders$/, /^Use Elasticsearch for the search$/],
  },
  {
    text: `Ann: We'll ship version 2 in March.
Bob: Agreed.
Ann: We'll ship version 3 in June.
Bob: Agreed.`,
    decided: [/^We'll ship version 2 in March$/, /^We'll ship version 3 in June$/],
  },
  {
    text: `Ann: Let's ship the app in March.
Bob: Agreed.
Ann: Let's ship the site in June.
Bob: Agreed.`,
    decided: [/^Ship the app in March$/, /^Ship the site in June$/],
  },
  {
    text: `Ann: Let's deploy on Friday.
Bob: Agreed.
Cleo: The docs aren't ready.
Ann: OK, then the docs on Monday.`,
    decided: [/^Deploy on Friday$/],
    mayDecide: /docs on Monday/,
  },
];
