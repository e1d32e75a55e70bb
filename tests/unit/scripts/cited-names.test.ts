import { describe, expect, it } from 'vitest'
import { countProblems, nameJudge, nameProblems, withoutComments } from '../../../scripts/cited-names.ts'

const judge = nameJudge({
  paths: new Set(['server', 'server/wire', 'server/wire/own-password.ts', 'tests/api/http/frame.test.ts']),
  text: "process.env.AI_URL; export const openSession = 1; table('push_keys'); may('lead.advance'); path: '/leads/:id'",
  scripts: new Set(['check', 'epoch:new']),
})

describe('the check of names in documents', () => {
  it.each([
    'server/wire/own-password.ts',
    'own-password.ts',
    'api/http/frame.test.ts',
    'server/wire/<area>.ts',
    'server/wire/',
    'npm run check',
    'npm run epoch:new -- --data x',
    'AI_URL',
    'AI_URL=https://example.com',
    'openSession',
    'openSession(context, user)',
    'push_keys',
    'lead.advance',
    'GET /api/leads/{id}?page=2',
  ])('accepts what exists: %s', (words) => {
    expect(judge(words)).toBeNull()
  })

  it.each([
    'server/http/new-password.ts',
    'new-password.ts',
    'word.ts',
    'server/mail',
    'src/<area>.ts',
    'npm run chek',
    'AI_ADDRESS',
    'AI_ADDRESS=1',
    'closeSession',
    'closeSession(context)',
    'pull_keys',
    'lead.retreat',
    'retreat',
    'Session',
    'DELETE /leads/{id}/file',
  ])('reports what does not: %s', (words) => {
    expect(nameProblems('docs/a.md', `\nIt is \`${words}\`.`, judge)).toEqual([
      expect.stringMatching(/^docs\/a\.md:2 names /u),
    ])
  })

  it.each([
    'cache-control: no-store',
    'text/plain',
    '2/6',
    'DATA_DIR/mail',
    '@node-rs/argon2',
    'HttpOnly',
    '__proto__',
  ])('does not judge other words: %s', (words) => {
    expect(judge(words)).toBeNull()
  })

  it('does not find a name that only a comment has', () => {
    const text = withoutComments(
      "/** Formerly closeSession. */\nconst open = 'https://a.example' // not keepSession\n",
    )
    const judged = nameJudge({ paths: new Set(), text, scripts: new Set() })
    expect(judged('closeSession')).not.toBeNull()
    expect(judged('keepSession')).not.toBeNull()
    expect(judged('open')).toBeNull()
    expect(judged('example')).toBeNull()
  })

  it('leaves blocks of code alone', () => {
    expect(nameProblems('docs/a.md', '```sh\n`closeSession`\n```\n', judge)).toEqual([])
  })
})

describe('the check of counts', () => {
  const table = (met: number, all: number) =>
    `| met | ${met} |\n| not met | 1 |\n| not applicable | 0 |\n| all | ${all} |\n\n` +
    '| 1.1.1 | 2 | a | met | x |\n| 1.1.2 | 2 | b | not met | y |\n| 5.3.5 | 1 | c | met | `%` |\n'

  it('accepts the counted numbers', () => {
    expect(countProblems('a.md', table(2, 3))).toEqual([])
  })

  it('reports each number that differs', () => {
    expect(countProblems('a.md', table(3, 4))).toEqual([
      "a.md counts 3 lines 'met', and has 2",
      "a.md counts 4 lines 'all', and has 3",
    ])
  })
})
