/** Health in the form without login: docs/rules.md#health-consent */
import { describe, expect, test } from 'vitest'
import {
  CONSENT_VERSIONS,
  consentParagraphs,
  HEALTH_CONSENT_VERSION,
  healthConsentParagraphs,
} from '../../../src/domain/indication/consent.ts'
import { DETAIL_FIELDS } from '../../../src/domain/indication/detail-fields.ts'
import { detailFacts } from '../../../src/domain/indication/detail-words.ts'
import { DETAIL_SCHEMAS } from '../../../src/domain/indication/details.ts'
import {
  asConsented,
  EMPTY_INDICATION,
  EMPTY_LINE,
  healthConsentOf,
  type TypedIndication,
} from '../../../src/domain/indication/form.ts'
import { keptIndication } from '../../../src/domain/indication/kept-typed.ts'

const AGREED = { version: HEALTH_CONSENT_VERSION, at: '2026-12-01T12:00:00.000Z' }
const VALUES = { marital_status: 'Casado', dependents: '0', serious_illnesses: 'Asma' }
const LIFE = { ...EMPTY_LINE, on: true, values: VALUES }
const typed = (healthConsent: typeof AGREED | null): TypedIndication => ({
  ...EMPTY_INDICATION,
  lines: { life: { ...LIFE, healthConsent } },
})

describe('the consent to be asked about health', () => {
  test('is off at first, and taking it back empties what was typed', () => {
    expect(EMPTY_LINE.healthConsent).toBeNull()
    expect(healthConsentOf(LIFE, null).values).toEqual({ marital_status: 'Casado', dependents: '0' })
    expect(healthConsentOf(LIFE, AGREED)).toEqual({ values: VALUES, healthConsent: AGREED })
  })

  test('is kept with the text that it covers; what an earlier page kept has none, and loses the text', () => {
    const reopened = (values: unknown) => asConsented(keptIndication({ values })?.values ?? EMPTY_INDICATION)
    expect(reopened(typed(AGREED))).toEqual(typed(AGREED))
    const { healthConsent: _none, ...earlier } = LIFE
    const bare = { ...LIFE, values: { marital_status: 'Casado', dependents: '0' } }
    expect(reopened({ ...EMPTY_INDICATION, lines: { life: earlier } }).lines.life).toEqual(bare)
    expect(asConsented(typed({ ...AGREED, version: '1999-01' })).lines.life).toEqual(bare)
  })

  test('the details of a line are complete without what it covers', () => {
    for (const [kind, fields] of Object.entries(DETAIL_FIELDS))
      for (const { name, isHealth, ask } of fields)
        if (isHealth) {
          expect(ask, name).toBeUndefined()
          const shape = new Map(Object.entries(DETAIL_SCHEMAS[kind as 'life'].shape))
          expect(shape.get(name)?.safeParse(undefined).success, name).toBe(true)
        }
  })

  test('staff sees no empty field where nothing was asked', () => {
    const life = { kind: 'life', marital_status: 'Casado', dependents: 0 } as const
    expect(detailFacts(life)).toEqual([
      ['Estado civil', 'Casado'],
      ['Dependentes', '0'],
    ])
    expect(detailFacts({ ...life, serious_illnesses: '' })).toContainEqual(['Doenças graves', ''])
  })

  test('the text is the law’s, and names who sees the answers', () => {
    const controller = { name: 'Corretora Exemplo', contact: '' }
    const [law = '', ...rest] = healthConsentParagraphs(controller, { name: 'Ana', isStaff: false })
    expect(law).toContain('de forma específica e destacada, para finalidades específicas')
    expect(rest.join(' ')).toContain('Ana e a concessionária com que trabalha não veem.')
    expect(healthConsentParagraphs(controller, { name: 'Ana', isStaff: true }).join(' ')).toContain(
      'a equipe da corretora, de que Ana faz parte',
    )
  })

  test('a page that is still open with the earlier general text may send', () => {
    expect(CONSENT_VERSIONS).toContain('2026-11')
    expect(
      consentParagraphs({ name: 'C', contact: '' }, { name: 'Ana', isStaff: false }).join(' '),
    ).toContain('um resumo do seguro')
  })
})
