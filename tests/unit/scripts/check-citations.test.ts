import { describe, expect, it } from 'vitest'
import { citationProblems, untoldCommands } from '../../../scripts/check-citations.ts'

const RULES = '# Business rules\n\n## SLA clock\n\n```\n## no heading\n```\n\n## SLA clock\n'
const problemsOf = (path: string, text: string) =>
  citationProblems(
    new Map([
      ['docs/rules.md', RULES],
      [path, text],
    ]),
  )

describe('the check of citations', () => {
  it('accepts a citation whose heading exists, also a second citation and a repeated heading', () => {
    expect(problemsOf('src/a.ts', '// docs/rules.md#sla-clock and #business-rules.')).toEqual([])
    expect(problemsOf('src/a.ts', '/** docs/rules.md#sla-clock-1, #sla-clock */')).toEqual([])
  })

  it('reports an anchor without a heading with file and line', () => {
    expect(problemsOf('src/a.ts', '\n// docs/rules.md#sla-clok')).toEqual([
      'src/a.ts:2 cites docs/rules.md#sla-clok: no such heading',
    ])
    expect(problemsOf('src/a.ts', '// docs/rules.md#sla-clock and #no-heading')).toHaveLength(1)
  })

  it('reports a document that does not exist', () => {
    expect(problemsOf('src/a.ts', '// docs/rule.md says why')).toEqual([
      'src/a.ts:1 cites docs/rule.md, which does not exist',
    ])
  })

  it('resolves links between documents relative to their file', () => {
    const links = '[a](../rules.md#sla-clock) [b](#here) [c](https://example.com/x.md#y)\n\n# Here\n'
    expect(problemsOf('docs/decisions/1.md', links)).toEqual([])
    expect(problemsOf('docs/decisions/1.md', '[a](rules.md) [b](../rules.md#sla) [c](#there)')).toEqual([
      'docs/decisions/1.md:1 cites docs/decisions/rules.md, which does not exist',
      'docs/decisions/1.md:1 cites docs/rules.md#sla: no such heading',
      'docs/decisions/1.md:1 cites docs/decisions/1.md#there: no such heading',
    ])
  })

  it.each([
    'Ruling 6',
    'first text',
    'second\n * text',
    "the spec's client",
    'Architecture, section 3',
  ])('reports a citation of a text outside the repository: %s', (words) => {
    expect(problemsOf('CHANGELOG.md', `- ${words}`)).toHaveLength(1)
  })

  it('accepts similar ordinary words', () => {
    expect(problemsOf('src/a.ts', 'the special inviter, the specification, the first texts')).toEqual([])
  })
})

it('each script of package.json has its line on the page of commands', () => {
  const page = '| `npm start` | … |\n| `npm run check` · `npm run bench -- --leads 5` | … |'
  expect(untoldCommands(['start', 'check', 'bench', 'bench:load'], page)).toEqual([
    'docs/commands.md: npm run bench:load is missing',
  ])
})
