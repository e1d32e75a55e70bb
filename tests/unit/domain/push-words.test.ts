/** The words of a pushed notice: docs/rules.md#push */
import { expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../../src/domain/notices/kinds.ts'
import { notificationDataSchema } from '../../../src/domain/notices/notification.ts'
import { pushWords, receivesPush } from '../../../src/domain/notices/push.ts'
import { at } from './fixtures.ts'

test.each([
  [{ kind: 'assigned', lead: 812 }, 'Um lead foi passado a você', 'Lead 812', '/?lead=812'],
  [{ kind: 'assigned', lead: null }, 'Há novos leads com você', '', '/'],
  [
    { kind: 'schedule', lead: 812, atMs: at('2026-11-18T14:30:00') },
    'Agendamento às 14:30',
    'Lead 812',
    '/?lead=812',
  ],
  [{ kind: 'schedule', lead: 812 }, 'Você tem um agendamento', 'Lead 812', '/?lead=812'],
  [{ kind: 'renewal', lead: 812 }, 'Renovação no limite de captura', 'Lead 812', '/?lead=812'],
  [{ kind: 'automation', lead: 812 }, 'Uma automação avisa de um lead', 'Lead 812', '/?lead=812'],
  [{ kind: 'automation', lead: null }, 'Há avisos de automações', '', '/'],
  [{ kind: 'import', lead: null }, 'A importação terminou', '', '/importar-renovacoes'],
])('%j is "%s"', (payload, title, body, path) => {
  expect(pushWords(payload)).toMatchObject({ title, body, path })
})

test.each([
  null,
  undefined,
  7,
  'texto',
  [],
  {},
  { kind: 'queue', lead: 1 },
  { kind: 'assigned', lead: '1' },
  { kind: 'schedule', lead: 1, atMs: 1e300 },
])('%j still shows something, and leads to the app', (received) => {
  expect(pushWords(received)).toEqual({
    title: 'Farol: há novidades',
    body: '',
    tag: 'novidades',
    path: '/',
  })
})

test('a notice replaces only one of its own kind and lead', () => {
  const tags = ['assigned', 'schedule', 'renewal'].flatMap((kind) =>
    [1, 2, null].map((lead) => pushWords({ kind, lead }).tag),
  )
  expect(new Set(tags).size).toBe(tags.length)
})

test('each path is one that a click opens', () => {
  for (const { kind } of NOTICE_KINDS)
    for (const lead of [1, null]) {
      const { path } = pushWords({ kind, lead })
      expect(notificationDataSchema.safeParse({ path }).success).toBe(true)
    }
})

test('staff alone receive pushes', () => {
  expect(([1, 2, 3, 4, 5, 6, 7] as const).filter(receivesPush)).toEqual([1, 2, 3])
})
