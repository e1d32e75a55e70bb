/** Chains, anchors and dossiers by themselves. docs/rules.md#chain */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Anchor,
  anchorHash,
  anchorHolds,
  anchorText,
  comparedWithFile,
  pathOf,
  rootBy,
  rootOf,
} from '../../../../src/domain/dossier/anchors.ts'
import { breakLine } from '../../../../src/domain/dossier/break-words.ts'
import { chainBreaks } from '../../../../src/domain/dossier/chain.ts'
import { dossierIn, signedText } from '../../../../src/domain/dossier/dossier.ts'
import { dossierLines } from '../../../../src/domain/dossier/dossier-lines.ts'
import { paperFragment, paperHead } from '../../../../src/domain/dossier/paper-head.ts'
import { aDossier, aKey, headOf, linksOf, sha } from '../../../support/made-dossier.ts'

const LEAD = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'
const GIVEN = [
  { entry: 1, kind: 'added', content: { product: { before: null, after: 'Fiat' } } },
  { entry: 2, kind: 'added', content: null },
  { entry: 3, kind: 'added', content: { status: { before: 1, after: 2 } } },
  { entry: 2, kind: 'changed', cause: 'erasure', content: {} },
  { entry: 4, kind: 'added', content: null },
  { entry: 4, kind: 'removed', cause: 'merge_undo', content: null },
] as const

const presentOf = (links: Awaited<ReturnType<typeof linksOf>>) =>
  new Map(
    links.flatMap(({ said, content }) => {
      const { entry }: { entry: number } = JSON.parse(said)
      return content === null ? [] : [[entry, { facts: null, content }] as const]
    }),
  )

test('a chain of every kind of link holds, and any changed character of any link is found', async () => {
  const links = await linksOf(GIVEN)
  const chain = { leadUid: LEAD, links, head: headOf(links) }
  expect(await chainBreaks(sha, chain, presentOf(links))).toEqual([])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(links.length - 1),
      fc.constantFrom('said', 'commitment', 'hash', 'salt', 'content'),
      fc.nat(400),
      async (at, column, place) => {
        const text = links[at]?.[column] ?? null
        if (text === null) return
        const index = place % text.length
        const other = `${text.slice(0, index)}${text[index] === '0' ? '1' : '0'}${text.slice(index + 1)}`
        const changed = links.with(at, { ...(links[at] ?? expect.fail()), [column]: other })
        const present = presentOf(column === 'content' ? changed : links)
        expect(await chainBreaks(sha, { ...chain, links: changed }, present)).not.toEqual([])
      },
    ),
  )
})

test('a link that is left out, put twice or moved is found', async () => {
  const links = await linksOf(GIVEN)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(5),
      fc.nat(5),
      fc.constantFrom('out', 'twice', 'moved'),
      async (from, to, how) => {
        const one = links[from] ?? expect.fail()
        const rest = links.toSpliced(from, 1)
        const changed =
          how === 'out' ? rest : how === 'twice' ? links.toSpliced(to, 0, one) : rest.toSpliced(to, 0, one)
        if (how === 'moved' && from === to) return
        const renumbered = changed.map((link, at) => ({ ...link, seq: at + 1 }))
        for (const tried of [changed, renumbered]) {
          const broken = await chainBreaks(
            sha,
            { leadUid: LEAD, links: tried, head: headOf(links) },
            presentOf(links),
          )
          expect(broken).not.toEqual([])
        }
      },
    ),
  )
})

test('another lead has another chain', async () => {
  const links = await linksOf(GIVEN)
  const other = LEAD.replace('8091', '8092')
  const broken = await chainBreaks(sha, { leadUid: other, links, head: headOf(links) }, presentOf(links))
  expect(broken.map(({ kind }) => kind)).toEqual(['link'])
  expect(breakLine(broken[0] ?? expect.fail())).toBe(
    'Registro 1, entrada 1: O registro não é o que foi escrito.',
  )
})

test('each leaf leads to the root by its own path, and no other leaf does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(11), async (count, which) => {
      const leaves = Array.from({ length: count }, (_, at) => ({
        leadUid: `lead ${at}`,
        seq: at,
        hash: String(at).repeat(4),
      }))
      const leaf = leaves[which % count] ?? expect.fail()
      const root = await rootOf(sha, leaves)
      const path = (await pathOf(sha, leaves, leaf.leadUid)) ?? expect.fail()
      expect(await rootBy(sha, leaf, path)).toBe(root)
      expect(await rootBy(sha, { ...leaf, seq: leaf.seq + 1 }, path)).not.toBe(root)
    }),
    { numRuns: 40 },
  )
})

async function anchors(
  count: number,
  more: Partial<Record<number, { at?: string; restored?: boolean }>> = {},
) {
  const made: Anchor[] = []
  for (let n = 1; n <= count; n += 1) {
    const { at = `2026-12-0${n}T03:00:00.000Z`, restored = false } = more[n] ?? {}
    const said = anchorText({ n, at, before: made.at(-1)?.hash ?? '', root: 'r', heads: 1, restored })
    made.push({ n, said, hash: await anchorHash(sha, said), signature: null })
  }
  return made
}

test('an anchor follows from the one before, and from no other', async () => {
  const [first, second, third] = await anchors(3)
  if (first === undefined || second === undefined || third === undefined) return expect.fail()
  expect(await anchorHolds(sha, first, null)).toBe(true)
  expect(await anchorHolds(sha, second, first)).toBe(true)
  expect(await anchorHolds(sha, third, first)).toBe(false)
  expect(
    await anchorHolds(sha, { ...second, said: second.said.replace('"heads":1', '"heads":2') }, first),
  ).toBe(false)
})

test('the file tells what was forged from what a restored backup does not know', async () => {
  const anchorsOfFile = await anchors(3)
  const kept = { anchors: anchorsOfFile, restored: new Set<string>() }
  const told = { ...kept, restored: new Set(anchorsOfFile.slice(1).map(({ hash }) => hash)) }
  const afterRestore = await anchors(2, { 2: { at: '2026-12-09T03:00:00.000Z', restored: true } })
  expect(comparedWithFile(kept, anchorsOfFile)).toEqual({ missing: [], restored: [], unknown: [], other: [] })
  expect(comparedWithFile(told, afterRestore)).toMatchObject({ restored: [2, 3], unknown: [], other: [] })
  expect(comparedWithFile(kept, afterRestore)).toMatchObject({ restored: [], unknown: [2, 3], other: [] })
  expect(comparedWithFile(told, anchorsOfFile)).toMatchObject({ restored: [], other: [] })
  expect(comparedWithFile(kept, anchorsOfFile.slice(0, 2))).toMatchObject({ restored: [], other: [3] })
  const forged = await anchors(3, { 2: { at: '2026-12-02T04:00:00.000Z' } })
  expect(comparedWithFile(kept, forged)).toMatchObject({ restored: [], other: [2, 3] })
})

test('a dossier is read as it was signed, in any order of its fields', async () => {
  const dossier = await aDossier(GIVEN, await aKey())
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(dossier).toReversed()), null, 2)
  expect(signedText(dossierIn(reordered) ?? expect.fail())).toBe(signedText(dossier))
  expect(dossierIn('{"format":"farol-dossie"}')).toBeNull()
  expect(dossierIn(JSON.stringify({ ...dossier, more: 1 }))).toBeNull()
})

test('its lines say what was done, and what became of it', async () => {
  const lines = dossierLines(await aDossier(GIVEN, await aKey()), (command) => command)
  expect(lines.map(({ fate }) => fate)).toEqual([
    null,
    'O conteúdo mudou depois: veja o último registro desta entrada',
    null,
    'Entrada mudada: apagado por lei: os dados pessoais do cliente',
    'O conteúdo mudou depois: veja o último registro desta entrada',
    'Entrada removida: a junção de clientes foi desfeita',
  ])
  expect(lines[0]).toMatchObject({ who: 'Bruna Dias', changes: [{ before: '', after: 'Fiat' }] })
})

test('the code on the paper names its last link', () => {
  const head = { seq: 12, hash: 'ab'.repeat(32) }
  expect(paperHead(paperFragment(LEAD, head))).toEqual({ leadUid: LEAD, ...head })
  expect(paperHead('elo=nada')).toBeNull()
})
