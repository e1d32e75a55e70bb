/** A policy under another spelling of its insurer is the same policy. docs/rules.md#insurers */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insurerSpellingsRoute } from '../../../src/contract/administration/insurers.ts'
import { policyDoublesRoute } from '../../../src/contract/policy-doubles.ts'
import { renewalDecisionsRoute } from '../../../src/contract/renewals.ts'
import { suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { insurerKey } from '../../../src/domain/insurer/insurer-key.ts'
import { describeDatabase } from '../support/databases.ts'
import { dayAhead, type SentFile, written } from '../support/renewal-file.ts'
import { BIA, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

/** A file of the shared cases, with the group of the house's broker and an end of this year. */
function caseFile(name: string): SentFile {
  const content = readFileSync(new URL(`../../../../shared/cases/imports/${name}`, import.meta.url), 'utf8')
  const [head = ''] = content.split(/\r?\n/)
  return {
    content: content.replaceAll('308593997', 'G12').replaceAll('25/01/2027', written(dayAhead(40))),
    mapping: suggestedImportMapping('renewals', head.split(';')),
  }
}

const SPELLED = 'A seguradora está escrita de outro jeito: pode ser a mesma apólice'

describeDatabase('insurers', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })
  const answer = async (method: 'GET' | 'PUT', path: string, body?: object) =>
    (await house.admin.call(method, path, body)).body
  const spellings = async () =>
    insurerSpellingsRoute.answer.parse(await answer('GET', '/insurers/spellings')).data
  const waiting = async (id: number) =>
    renewalDecisionsRoute.answer.parse(await answer('GET', `/lead-temps/import/${id}/decisions`)).data
  const forgotten = () => house.store.db.deleteFrom('insurer_spellings').execute()

  test('the same policies under other spellings make no new lead, and change none', async () => {
    expect(await house.imported(caseFile('07-seguradora-grafia-1.csv'))).toMatchObject({ made: 5 })
    const before = await house.leadsOf(house.bruna)
    expect(await house.imported(caseFile('07-seguradora-grafia-2.csv'))).toMatchObject({
      made: 0,
      updated: 5,
      undecided: 0,
      refused: 0,
    })
    const insurers = (leads: typeof before) =>
      new Map(leads.map(({ uid, old_insurer }) => [uid, old_insurer]))
    expect(insurers(await house.leadsOf(house.bruna))).toEqual(insurers(before))
  })

  test('two spellings in one file are one policy, and the second waits for a person', async () => {
    const done = await house.imported(policies({ insurer: 'Casa Nova Seguros' }, { insurer: 'Kasa Nova' }))
    expect(done).toMatchObject({ made: 1, undecided: 1 })
    expect(await waiting(done.id)).toMatchObject([
      { reason: SPELLED, candidates: [{ insurer: 'Casa Nova Seguros' }] },
    ])
  })

  test('another insurer that is known is another policy', async () => {
    await house.imported(policies({ insurer: 'Tokio' }))
    expect(await house.imported(policies({ insurer: 'Porto' }))).toMatchObject({ made: 1, undecided: 0 })
  })

  test('another number or another insured of an unknown insurer is another policy', async () => {
    await house.imported(policies({ insurer: 'Casa Nova' }))
    expect(
      await house.imported(
        policies({ insurer: 'Kasa Nova', policy: 'AP-9' }, { ...BIA, insurer: 'Kasa Nova', policy: 'AP-1' }),
      ),
    ).toMatchObject({ made: 2, undecided: 0 })
  })

  describe('a spelling that no insurer has', () => {
    test('waits for a person, is proposed once, and is remembered', async () => {
      await forgotten()
      await house.imported(policies({ insurer: 'Tokio Marine' }))
      const second = policies({ insurer: 'Tokyo Marine Seguradora S.A.' })
      const done = await house.imported(second)
      expect(done).toMatchObject({ made: 0, undecided: 1 })
      await house.imported(second)
      const [proposal, ...others] = await spellings()
      expect(others).toEqual([])
      expect(proposal).toMatchObject({
        spelling: 'Tokyo Marine Seguradora S.A.',
        proposed: { name: 'Tokio Marine' },
      })
      const decision = { decision: 'alias', insurer_id: proposal?.proposed?.id }
      await answer('PUT', `/insurers/spellings/${proposal?.id}`, decision)
      expect(await spellings()).toEqual([])
      expect(await house.imported(second)).toMatchObject({ made: 0, updated: 1, undecided: 0 })
      expect(await spellings()).toEqual([])
      const { rows } = await sql<{ aliases: string[] }>`
        select aliases from insurers where id = ${proposal?.proposed?.id}`.execute(house.store.db)
      expect(rows[0]?.aliases).toContain('Tokyo Marine Seguradora S.A.')
    })

    test('that is decided decides the lines that wait for it', async () => {
      await forgotten()
      await house.imported(policies({ insurer: 'Tokio Marine' }))
      const before = await house.leadsOf(house.bruna)
      const done = await house.imported(policies({ insurer: 'Tokyo Marinne' }))
      const [spelling] = await spellings()
      const decision = { decision: 'alias', insurer_id: spelling?.proposed?.id }
      await answer('PUT', `/insurers/spellings/${spelling?.id}`, decision)
      expect(await waiting(done.id)).toEqual([])
      expect(await house.leadsOf(house.bruna)).toHaveLength(before.length)
      expect(await answer('GET', `/lead-temps/import/${done.id}`)).toMatchObject({
        made: 0,
        updated: 1,
        undecided: 0,
      })
    })

    test('of another insurer makes the lead of the line that waits', async () => {
      await forgotten()
      await house.imported(policies({ insurer: 'Tokio Marine' }))
      const done = await house.imported(policies({ insurer: 'Nova Aurora' }))
      const [spelling] = await spellings()
      await answer('PUT', `/insurers/spellings/${spelling?.id}`, { decision: 'new' })
      expect(await waiting(done.id)).toEqual([])
      expect(await answer('GET', `/lead-temps/import/${done.id}`)).toMatchObject({
        made: 1,
        updated: 0,
        undecided: 0,
      })
    })

    test('leaves the second line of one policy in one file to a person, and the lines of earlier files', async () => {
      await forgotten()
      const twice = await house.imported(policies({ insurer: 'Casa Nova Seguros' }, { insurer: 'Kasa Nova' }))
      for (const { id, spelling } of (await spellings()).toReversed()) {
        const { rows } = await sql<{
          id: number
        }>`select id from insurers where name = 'Casa Nova Seguros'`.execute(house.store.db)
        const decision = spelling.startsWith('Casa')
          ? { decision: 'new' }
          : { decision: 'alias', insurer_id: rows[0]?.id }
        await answer('PUT', `/insurers/spellings/${id}`, decision)
      }
      expect(await waiting(twice.id)).toMatchObject([{ reason: 'Outra linha do arquivo já é esta apólice' }])
      expect(await answer('GET', `/lead-temps/import/${twice.id}`)).toMatchObject({
        made: 1,
        updated: 0,
        undecided: 1,
      })
    })

    test('may be a new insurer, or be ignored', async () => {
      await forgotten()
      await house.imported(policies({ insurer: 'Aurora Nova' }, { ...BIA, insurer: 'Bento Velho' }))
      const [bento, aurora] = await spellings()
      expect(new Set([bento?.spelling, aurora?.spelling])).toEqual(new Set(['Aurora Nova', 'Bento Velho']))
      await answer('PUT', `/insurers/spellings/${bento?.id}`, { decision: 'new' })
      await answer('PUT', `/insurers/spellings/${aurora?.id}`, { decision: 'ignore' })
      // Twice is once.
      await answer('PUT', `/insurers/spellings/${bento?.id}`, { decision: 'new' })
      expect(await spellings()).toEqual([])
      await house.imported(policies({ insurer: 'AURORA NOVA S/A' }, { ...BIA, insurer: 'Bento Velho' }))
      expect(await spellings()).toEqual([])
      const { rows } = await sql<{ name: string }>`
        select name from insurers where name in ('Aurora Nova', 'Bento Velho')`.execute(house.store.db)
      expect(rows.map(({ name }) => name)).toEqual([bento?.spelling])
    })

    test('needs an insurer that is there', async () => {
      await forgotten()
      await house.imported(policies({ insurer: 'Cedro Azul Novo' }))
      const [cedro] = await spellings()
      const refused = await house.admin.call('PUT', `/insurers/spellings/${cedro?.id}`, {
        decision: 'alias',
        insurer_id: 999_999,
      })
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { insurer_id: ['Escolha uma seguradora'] } },
      })
      expect(await spellings()).toHaveLength(1)
    })
  })

  test('an alias of another insurer is refused, with its name', async () => {
    const refused = async (body: object) => (await house.admin.call('POST', '/insurers', body)).body
    expect(await refused({ name: 'Nova casa', aliases: ['TOKIO MARINE S/A'] })).toMatchObject({
      errors: {
        aliases: [expect.stringMatching(/^‘TOKIO MARINE S\/A’ já é uma grafia de Tokio Marine \(ID \d+\)$/)],
      },
    })
    expect(await refused({ name: 'Liberty Seguros' })).toMatchObject({
      errors: { name: [expect.stringMatching(/^‘Liberty Seguros’ já é uma grafia de Yelum/)] },
    })
    expect(await refused({ name: 'Nova casa', susep: '5886' })).toMatchObject({
      errors: { susep: [expect.stringMatching(/^‘5886’ já é uma grafia de Porto Seguro/)] },
    })
  })

  test('spellings are kept once, without blank ones', async () => {
    const { body } = await house.admin.call('POST', '/insurers', {
      name: ' Doce Lar ',
      susep: ' ',
      aliases: ['Doce Lar Residencial', ' ', 'Doce Lar Residencial'],
    })
    expect(body).toMatchObject({ name: 'Doce Lar', susep: null, aliases: ['Doce Lar Residencial'] })
  })

  test('the database folds spellings as the product does', async () => {
    const written = [
      'PORTO SEGURO CIA. DE SEGUROS GERAIS',
      'Sul América Seguros S/A',
      "D'Or Seguradora",
      'Porto·Seguro',
      'Allianz\u200b Brasil',
      'Brasil Seguros',
      'BRADESCO AUTO/RE COMPANHIA DE SEGUROS',
      '05886',
      '0588-6',
      '000',
      ' - ',
      '',
      'Itaú Seguros de Auto e Residência S.A.',
      'Swiss Re',
      'S A Seguros',
    ]
    const { rows } = await sql<{ key: string }>`
      select insurer_key(t) as key from unnest(${written}::text[]) with ordinality w(t, place) order by place`.execute(
      house.store.db,
    )
    expect(rows.map(({ key }) => key)).toEqual(written.map(insurerKey))
  })

  describe('policies that are there twice', () => {
    const doubles = async () =>
      policyDoublesRoute.answer.parse(await answer('GET', '/lead-temps/doubles')).data

    /** Two leads of one policy, as a version without the catalogue made them. */
    const twice = async () => {
      await house.imported(policies({ insurer: 'Tokio Marine' }, { ...BIA, insurer: 'Porto' }))
      await house.imported(policies({ insurer: 'Allianz' }))
      const temps = await house.temps()
      const [tokio, allianz] = ['Tokio Marine', 'Allianz'].map(
        (insurer) => temps.find((each) => each.insurer === insurer)?.id ?? 0,
      )
      await house.store.db
        .insertInto('policy_doubles')
        .values({ temp_id: allianz ?? 0, double_of: tokio ?? 0 })
        .execute()
      return { tokio, allianz }
    }

    test('wait for a decision: the one that stays keeps its lead, the other lead is cancelled', async () => {
      const { tokio, allianz } = await twice()
      const [double] = await doubles()
      expect(double).toMatchObject({ id: allianz, policies: [{ id: tokio }, { id: allianz }] })
      const decided = await answer('PUT', `/lead-temps/doubles/${allianz}`, {
        decision: 'same',
        keep_id: tokio,
      })
      expect(decided).toEqual({ data: [] })
      const leads = await house.store.db.selectFrom('leads').select(['old_insurer', 'cancelled']).execute()
      expect(leads).toHaveLength(3)
      expect(leads).toContainEqual({ old_insurer: 'Allianz', cancelled: true })
      expect(leads.filter(({ cancelled }) => cancelled)).toHaveLength(1)
      expect((await house.temps()).map(({ insurer }) => insurer).toSorted()).toEqual([
        'Porto',
        'Tokio Marine',
      ])
    })

    test('may be two policies, which changes nothing', async () => {
      const { allianz } = await twice()
      expect(await answer('PUT', `/lead-temps/doubles/${allianz}`, { decision: 'two' })).toEqual({ data: [] })
      expect(await house.temps()).toHaveLength(3)
      const cancelled = house.store.db.selectFrom('leads').select('id').where('cancelled', '=', true)
      expect(await cancelled.execute()).toEqual([])
    })

    test('lose one lead, also where two administrators choose otherwise at once', async () => {
      const { tokio, allianz } = await twice()
      const chosen = [tokio, allianz].map((keep_id) =>
        house.admin.call('PUT', `/lead-temps/doubles/${allianz}`, { decision: 'same', keep_id }),
      )
      expect((await Promise.all(chosen)).map(({ status }) => status)).toEqual([200, 200])
      const open = await house.store.db
        .selectFrom('leads')
        .innerJoin('lead_temps', 'lead_temps.lead_uid', 'leads.uid')
        .select('cancelled')
        .where('policy_number', '=', 'AP-1')
        .execute()
      expect(open).toEqual([{ cancelled: false }])
    })

    test('stay undecided until one of the two is chosen', async () => {
      const { allianz } = await twice()
      const refused = await house.admin.call('PUT', `/lead-temps/doubles/${allianz}`, { decision: 'same' })
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { keep_id: ['Escolha a apólice que fica'] } },
      })
      expect(await doubles()).toHaveLength(1)
    })
  })
})
