/** Releases: what is written where, and that released migrations stay as they were. docs/operations.md#releases */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changedSince, digests, readReleased } from '../../../scripts/release/frozen.ts'
import { releasesOf, withRelease } from '../../../src/domain/release/changelog.ts'

const CHANGELOG = `# Novidades

## Em preparo

- Um aviso
  de duas linhas.
- Outro \`npm run x\`.

### Servidor

- Uma chave nova.

## 0.1.0 · 20/11/2026

- O primeiro.
`

describe('the changelog', () => {
  test('has a section a release, the unreleased first, with the operators’ changes apart', () => {
    expect(releasesOf(CHANGELOG)).toEqual([
      {
        version: null,
        date: null,
        changes: ['Um aviso de duas linhas.', 'Outro `npm run x`.'],
        forOperators: ['Uma chave nova.'],
      },
      { version: '0.1.0', date: '20/11/2026', changes: ['O primeiro.'], forOperators: [] },
    ])
  })

  test('what no release has yet is short, one line each, and commands and settings are for operators', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8')
    const [unreleased] = text.split(/^## (?!Em preparo)/mu)
    const lines = (unreleased ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.filter((line) => !line.startsWith('- ') || line.length > 130)).toEqual([])
    const [first] = releasesOf(text)
    expect(first?.changes.filter((line) => /^(?:Servidor|API):|`[A-Z_]+`|npm run/u.test(line))).toEqual([])
  })

  test('a release takes what was unreleased, once', () => {
    const next = withRelease(CHANGELOG, '0.2.0', '26/11/2026')
    expect(releasesOf(next)[0]).toMatchObject({ version: '0.2.0', date: '26/11/2026' })
    expect(() => withRelease(next, '0.3.0', '27/11/2026')).toThrow(
      "CHANGELOG.md não tem nada em 'Em preparo'.",
    )
  })
})

describe('released migrations', () => {
  test('one that was changed or deleted is named', async () => {
    const present = await digests()
    const [first = '', ...others] = Object.keys(present)
    const released = { '0.1.0': { [first]: 'ab', '0000-gone.ts': 'cd' } }
    expect(changedSince(released, present)).toEqual([
      `${first} mudou, mas saiu na versão 0.1.0: faça uma migração nova.`,
      '0000-gone.ts falta, mas saiu na versão 0.1.0: faça uma migração nova.',
    ])
    expect(others.length).toBeGreaterThan(40)
  })

  test('the present ones are as they were released', async () => {
    expect(changedSince(await readReleased(), await digests())).toEqual([])
  })
})
