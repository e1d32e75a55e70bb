import { describe, expect, it } from 'vitest'
import { citationProblems } from '../../../scripts/check-citations.ts'

const RULES = '# Business rules\n\n## SLA clock\n\n```\n## no heading\n```\n\n## SLA clock\n'
const problemsOf = (path: string, text: string) =>
  citationProblems(
    new Map([
      ['docs/rules.md', RULES],
      [path, text],
    ]),
  )

describe('the check of citations', () => {
  it('takes a citation whose heading exists, also a second one and one that repeats', () => {
    expect(problemsOf('src/a.ts', '// docs/rules.md#sla-clock and #business-rules.')).toEqual([])
    expect(problemsOf('src/a.ts', '/** docs/rules.md#sla-clock-1, #sla-clock */')).toEqual([])
  })

  it('finds an anchor without a heading, with its file and line', () => {
    expect(problemsOf('src/a.ts', '\n// docs/rules.md#sla-clok')).toEqual([
      'src/a.ts:2 cites docs/rules.md#sla-clok: no such heading',
    ])
    expect(problemsOf('src/a.ts', '// docs/rules.md#sla-clock and #no-heading')).toHaveLength(1)
  })

  it('finds a document that does not exist', () => {
    expect(problemsOf('src/a.ts', '// docs/rule.md says why')).toEqual([
      'src/a.ts:1 cites docs/rule.md, which does not exist',
    ])
  })

  it('follows the links between documents, from where they stand', () => {
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
  ])('finds a text outside this repository: %s', (words) => {
    expect(problemsOf('CHANGELOG.md', `- ${words}`)).toHaveLength(1)
  })

  it('takes ordinary words that look alike', () => {
    expect(problemsOf('src/a.ts', 'the special inviter, the specification, the first texts')).toEqual([])
  })
})
