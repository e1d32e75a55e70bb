/** When two lines are the same policy, and what is left to a person. docs/rules.md#same-policy */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { renewalImportSchema } from '../../../src/contract/renewal-imports.ts'
import { renewalDecisionSchema } from '../../../src/contract/renewals.ts'
import { suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { describeDatabase } from '../support/databases.ts'
import { dayAhead, type Policy, type SentFile, written } from '../support/renewal-file.ts'
import { ANA, BIA, CAIO, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

const CASE_HEADERS = [
  'Apólice',
  'Produto',
  'Cliente',
  'CPF/CNPJ',
  'Celular',
  'Seguradora',
  'Fim de vigência',
  'Grupo',
]

/** A file of the cases, with the group of the house's broker. */
const caseFile = (name: string): SentFile => ({
  content: readFileSync(new URL(`../../cases/renewals/${name}`, import.meta.url), 'utf8').replaceAll(
    /;(?:050490750|10)$/gmu,
    ';G12',
  ),
  mapping: suggestedImportMapping('renewals', CASE_HEADERS),
})

const DECISIONS = z.object({ data: z.array(renewalDecisionSchema) })

describeDatabase('the same policy', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })
  const leads = async () =>
    (await house.leadsOf(house.bruna)).map(({ client_name, old_insurer, old_end_of_validity }) => [
      client_name,
      old_insurer,
      old_end_of_validity,
    ])

  test('one number of two insurers is two policies, in one file', async () => {
    const done = await house.imported(caseFile('mesma-apolice-duas-seguradoras.csv'))
    expect(done).toMatchObject({ made: 2, updated: 0, refused: 0 })
    expect(await leads()).toEqual([
      ['Ana Porto Teste', 'Porto', '2027-02-15'],
      ['Beto Allianz Teste', 'Allianz', '2027-02-20'],
    ])
  })

  test('one number of two insurers is two policies, in two files: the first lead is unchanged', async () => {
    await house.imported(caseFile('mesma-apolice-arquivo-porto.csv'))
    const before = await house.leadsOf(house.bruna)
    const done = await house.imported(caseFile('mesma-apolice-arquivo-allianz.csv'))
    expect(done).toMatchObject({ made: 1, updated: 0, refused: 0 })
    const after = await house.leadsOf(house.bruna)
    expect(after).toHaveLength(2)
    expect(after).toContainEqual(before[0])
  })

  test('the insured of a collective policy and the items of a fleet have a lead each', async () => {
    expect(await house.imported(caseFile('apolice-coletiva-3-segurados.csv'))).toMatchObject({ made: 3 })
    expect(await house.imported(caseFile('apolice-coletiva-3-segurados.csv'))).toMatchObject({
      made: 0,
      updated: 3,
    })
    const end = written(dayAhead(40))
    const fleet: SentFile = {
      content: [
        'Apólice;Item;Segurado;CPF/CNPJ;Seguradora;Fim de vigência;Grupo',
        `77;1;Frota;${ANA};Porto;${end};G12`,
        `77;2;Frota;${ANA};Porto;${end};G12`,
      ].join('\n'),
      mapping: suggestedImportMapping('renewals', [
        'Apólice',
        'Item',
        'Segurado',
        'CPF/CNPJ',
        'Seguradora',
        'Fim de vigência',
        'Grupo',
      ]),
    }
    expect(await house.imported(fleet)).toMatchObject({ made: 2 })
    expect(await house.imported(fleet)).toMatchObject({ made: 0, updated: 2 })
    expect(await house.leadsOf(house.bruna)).toHaveLength(5)
  })

  test('a corrected end moves the one lead into another month and says so', async () => {
    await house.imported(policies({ end: '28/02/2027' }))
    expect(await house.imported(policies({ end: '01/03/2027' }))).toMatchObject({ made: 0, updated: 1 })
    expect(await leads()).toEqual([['Ana Lima', 'Porto Seguro', '2027-03-01']])
    expect(await house.temps()).toMatchObject([
      {
        reference_month: '202703',
        additional_information: 'O vencimento mudou de 28/02/2027 para 01/03/2027.',
      },
    ])
  })

  test('the next year’s renewal under the same number is a lead of its own', async () => {
    await house.imported(policies({ end: written(dayAhead(10)) }))
    expect(await house.imported(policies({ end: written(dayAhead(375)) }))).toMatchObject({
      made: 1,
      updated: 0,
    })
  })

  test.each([
    ['PORTO SEGURO CIA. DE SEGUROS GERAIS', 'ap-1'],
    ['porto seguro s/a', 'AP 1'],
    ['', 'AP-1'],
  ])('insurer %j and number %j are those of before', async (insurer, policy) => {
    await house.imported(policies({}))
    expect(await house.imported(policies({ insurer, policy }))).toMatchObject({
      made: 0,
      updated: 1,
      undecided: 0,
    })
  })

  describe('a line without an insurer', () => {
    const other: Policy = { ...BIA, insurer: '', policy: 'AP-1' }
    const undecided = async (id: number) =>
      DECISIONS.parse((await house.admin.call('GET', `/lead-temps/import/${id}/decisions`)).body).data
    const decide = async (id: number, decisions: readonly object[]) => {
      const { status, body } = await house.admin.call('PUT', `/lead-temps/import/${id}/decisions`, {
        decisions,
      })
      return { status, body }
    }

    test('waits for a person, with the old policy beside it, and nothing is written', async () => {
      await house.imported(policies({}))
      const before = await house.temps()
      const done = await house.imported(policies(other, { ...CAIO }))
      expect(done).toMatchObject({ made: 1, undecided: 1, refused: 0 })
      expect((await house.temps()).filter(({ policy_number }) => policy_number === 'AP-1')).toEqual(before)
      expect(await undecided(done.id)).toMatchObject([
        {
          line: 2,
          reason: 'Sem seguradora: não dá para saber se é a mesma apólice',
          row: { client_name: BIA.name },
          candidates: [{ client_name: 'Ana Lima', document: ANA, insurer: 'Porto Seguro' }],
        },
      ])
    })

    test('is another policy by decision, once', async () => {
      await house.imported(policies({}))
      const { id } = await house.imported(policies(other))
      const decision = [{ line: 2, decision: 'create' }]
      const answer = await decide(id, decision)
      expect(renewalImportSchema.parse(answer.body)).toMatchObject({ made: 1, undecided: 0 })
      expect(renewalImportSchema.parse((await decide(id, decision)).body)).toMatchObject({ made: 1 })
      expect(await house.leadsOf(house.bruna)).toHaveLength(2)
    })

    test('never becomes the policy of another insured', async () => {
      await house.imported(policies({}))
      const { id } = await house.imported(policies(other))
      const [waiting] = await undecided(id)
      const answer = await decide(id, [
        { line: 2, decision: 'update', temp_id: waiting?.candidates[0]?.id ?? null },
      ])
      expect(answer.status).toBe(422)
      expect(await undecided(id)).toHaveLength(1)
      expect(await leads()).toHaveLength(1)
    })

    test('is one of two policies of its insured by decision', async () => {
      await house.imported(policies({}, { insurer: 'Allianz' }))
      const { id } = await house.imported(policies({ insurer: '', end: written(dayAhead(45)) }))
      const [waiting] = await undecided(id)
      expect(waiting?.candidates).toHaveLength(2)
      const chosen = waiting?.candidates.find(({ insurer }) => insurer === 'Allianz')?.id ?? null
      await decide(id, [{ line: 2, decision: 'update', temp_id: chosen }])
      expect(new Set(await leads())).toEqual(
        new Set([
          ['Ana Lima', 'Allianz', dayAhead(45)],
          ['Ana Lima', 'Porto Seguro', dayAhead(40)],
        ]),
      )
    })

    test('beside one of the same policy is no second lead: it waits', async () => {
      await house.imported(policies({ group: 'G99' }))
      const done = await house.imported(policies({}, { insurer: '' }))
      expect(done).toMatchObject({ made: 1, undecided: 1 })
      expect(await leads()).toHaveLength(1)
      expect(await undecided(done.id)).toMatchObject([
        {
          line: 3,
          reason: 'Outra linha do arquivo já é esta apólice',
          candidates: [{ insurer: 'Porto Seguro' }],
        },
      ])
    })

    test('is not written over one policy together with another line', async () => {
      await house.imported(policies({}, { insurer: 'Allianz' }))
      const { id } = await house.imported(
        policies({ insurer: '' }, { insurer: '', end: written(dayAhead(240)) }),
      )
      const temp_id = (await undecided(id))[0]?.candidates[0]?.id ?? null
      const twice = [2, 3].map((line) => ({ line, decision: 'update', temp_id }))
      expect(await decide(id, twice)).toMatchObject({
        status: 422,
        body: { message: 'Duas linhas escolhem a mesma apólice. Decida uma de cada vez.' },
      })
    })

    test('can be discarded, and is listed among the refused', async () => {
      const { id } = await house.imported(policies(other))
      expect(
        renewalImportSchema.parse((await decide(id, [{ line: 2, decision: 'discard' }])).body),
      ).toMatchObject({
        refused: 1,
        undecided: 0,
      })
      expect((await house.admin.call('GET', `/lead-temps/import/${id}/refusals`)).body).toMatchObject({
        data: [{ line: 2, reason: 'Descartada por decisão' }],
      })
    })

    test('takes the insurer that is named for the whole file', async () => {
      expect(await house.imported({ ...policies(other), insurer: 'Tokio' })).toMatchObject({
        made: 1,
        undecided: 0,
      })
    })
  })
})
