/** What the bell says of the user's link: docs/rules.md#notices */
import { expect, test } from 'vitest'
import { type LinkIndication, type LinkMail, linkNotices } from '../../../src/domain/notices/link-notices.ts'
import { targetPath } from '../../../src/domain/notices/notice.ts'
import { readNoticesSchema } from '../../../src/domain/notices/read.ts'

const LEAD: LinkIndication = {
  uid: '0190f3c4-0000-7000-8000-000000000001',
  client_uid: '0190f3c4-0000-7000-8000-000000000002',
  id: 1522,
  client_name: 'Ana Souza',
  filled_at: '2026-11-18T12:00:00Z',
  called_at: null,
  ended_at: null,
  sold: false,
}
const MAIL: LinkMail = {
  id: '0190f3c4-0000-4000-8000-000000000003',
  recipient: 'ana@exemplo.com.br',
  state: 'failed',
  address_refused: true,
  at: '2026-11-18T12:00:00Z',
}
const words = (lead: Partial<LinkIndication>) =>
  linkNotices({ indications: [{ ...LEAD, ...lead }], mails: [] }, 7).map(({ title, text }) => [title, text])

test('each step is a notice: filled, called, and how it ended', () => {
  const title = 'Lead 1522 · Ana Souza'
  expect(words({})).toEqual([[title, 'Preencheu o formulário do seu link']])
  const called_at = '2026-11-19T12:00:00Z'
  expect(words({ called_at, ended_at: called_at, sold: true })).toEqual([
    [title, 'Preencheu o formulário do seu link'],
    [title, 'Um corretor já ligou'],
    [title, 'Fechou o seguro'],
  ])
  expect(words({ ended_at: called_at }).at(-1)).toEqual([title, 'Não fechou desta vez'])
})

test('a mail that was refused is reported with what to do; a sent one is not', () => {
  const of = (mail: Partial<LinkMail>) =>
    linkNotices({ indications: [], mails: [{ ...MAIL, ...mail }] }, 7).map(({ text }) => text)
  expect(of({})).toEqual(['O e-mail para ana@exemplo.com.br não foi entregue: confira o endereço.'])
  expect(of({ address_refused: false })).toEqual([
    'O e-mail para ana@exemplo.com.br não foi enviado. Copie o link e envie de outro jeito.',
  ])
  for (const state of ['waiting', 'sent', 'file'] as const) expect(of({ state })).toEqual([])
})

test('keys name no person, and the targets are screens of the role', () => {
  const told = (role: 1 | 7) => linkNotices({ indications: [LEAD], mails: [MAIL] }, role)
  const read = Object.fromEntries(told(7).map(({ key }) => [key, 1]))
  expect(readNoticesSchema.safeParse({ read }).success).toBe(true)
  expect(Object.keys(read).join()).not.toMatch(/ana/i)
  expect(told(7).map(({ target }) => targetPath(target))).toEqual(['/', '/indicacao-externa'])
  expect(told(1).map(({ target }) => targetPath(target))).toEqual(['/?lead=1522', '/indicacao-externa'])
})
