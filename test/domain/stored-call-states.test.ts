import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTION_STATES, CALL_ENDS, PROPOSAL_STATES } from '../../src/domain/access/stored-call-states.ts';

const STATES = { person: PROPOSAL_STATES, clock: ACTION_STATES };
const ends = Object.values(CALL_ENDS);

test('a call that waits for a person can end in four ways, and every end is final', () => {
  const ofPerson = ends.filter(({ waitsFor }) => waitsFor === 'person');
  assert.deepEqual(
    ofPerson.map(({ from, to }) => [from, to]),
    PROPOSAL_STATES.filter((state) => state !== 'waiting').map((state) => ['waiting', state]),
  );
});

test('a delayed call can be undone until it runs, and a refusal can be dismissed', () => {
  const after = (state: string) =>
    ends.flatMap(({ waitsFor, from, to }) => (waitsFor === 'clock' && from === state ? [to] : []));
  assert.deepEqual(
    ACTION_STATES.map((state) => [state, after(state)]),
    [
      ['waiting', ['undone']],
      ['running', ['done', 'refused']],
      ['done', []],
      ['undone', []],
      ['refused', ['seen']],
      ['seen', []],
    ],
  );
});

test('a stored call never enters a state of another kind', () => {
  for (const { waitsFor, from, to } of ends)
    for (const state of [from, to]) assert.ok((STATES[waitsFor] as readonly string[]).includes(state), to);
});
