import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { api } from './http.ts';

const asked: (string | null)[] = [];
let answers: Response[] = [];
beforeEach(() => {
  asked.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    asked.push(new Headers(init?.headers).get('x-position'));
    return answers.shift() ?? Response.json({});
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const later = (position: string) =>
  Response.json({}, { status: 201, headers: { 'x-position': position, 'x-readable': 'later' } });
const behind = () => Response.json({ code: 'behind', message: 'Not yet' }, { status: 503 });

test('a write that cannot be read yet is asked for by its position, until an answer shows it', async () => {
  answers = [later('7'), behind()];
  await api.post('/leads');
  await expect(api.get('/leads/mine')).rejects.toMatchObject({ status: 503, code: 'behind' });
  await api.get('/leads/mine');
  await api.get('/leads/mine');
  expect(asked).toEqual([null, '7', '7', null]);
});

test('of several the last one counts', async () => {
  answers = [later('7'), later('9'), Response.json({})];
  await api.post('/leads');
  await api.post('/leads');
  await api.get('/leads/mine');
  await api.get('/leads/mine');
  expect(asked).toEqual([null, '7', '9', null]);
});

test('a write that can be read already asks for nothing', async () => {
  answers = [Response.json({}, { status: 201, headers: { 'x-position': '11' } })];
  await api.post('/leads');
  await api.get('/leads/mine');
  expect(asked).toEqual([null, null]);
});
