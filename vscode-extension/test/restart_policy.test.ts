import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestartPolicy } from '../src/restart_policy.ts';

test('a server that crashes is started again, but not for ever', () => {
  let now = 0;
  const policy = new RestartPolicy(() => now);
  assert.deepEqual([1, 2, 3, 4].map(() => policy.again(true)), [true, true, true, false]);
  now += 200_000;
  assert.equal(policy.again(true), true);
});

test('a server that never ran is not started again', () => {
  assert.equal(new RestartPolicy().again(false), false);
});
