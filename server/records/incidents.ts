/** What only the server says of each field of an incident (`src/domain/privacy/incident-fields.ts`): docs/rules.md#incidents */
import type { INCIDENT_FIELDS } from '../../src/domain/privacy/incident-fields.ts'
import { counts, dates, named, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

const DAYS = 'days of an incident'
const REGISTER =
  'the register that the law keeps for five years: it counts people and describes no single one'

export const INCIDENT_FACTS = {
  description: { own: says('O que aconteceu.', 'Um notebook foi perdido'), noPerson: REGISTER },
  occurred_on: { own: dates('Dia do incidente. null: não se sabe.'), noPerson: DAYS },
  known_on: { own: dates('Dia em que a corretora soube.'), noPerson: DAYS },
  subject_kinds: { own: says('Quem foi afetado.'), noPerson: KEYS },
  subjects: { own: counts('Quantas pessoas foram afetadas. null: ainda não se sabe.') },
  minors: { own: counts('Quantas são crianças ou adolescentes. null: ainda não se sabe.', 0) },
  elderly: { own: counts('Quantas são idosas. null: ainda não se sabe.', 1) },
  data_kinds: { own: says('Que tipos de dados.'), noPerson: KEYS },
  measures_before: { own: named('Disco cifrado, acesso por senha'), noPerson: REGISTER },
  measures_after: { own: named('Senhas trocadas'), noPerson: REGISTER },
  risks: { own: named('Contatos indesejados'), noPerson: REGISTER },
  delay_reasons: { own: named('A perícia levou três dias'), noPerson: REGISTER },
  measures_taken: { own: named('Aparelho bloqueado à distância'), noPerson: REGISTER },
  dpo_contact: { own: named('privacidade@example.com'), noPerson: REGISTER },
  subjects_told: { own: says('Se as pessoas foram avisadas.'), noPerson: KEYS },
  subjects_told_on: {
    own: dates('Dia em que as pessoas foram avisadas. null: não foram.'),
    noPerson: DAYS,
  },
  subjects_told_how: { own: named('Por e-mail, uma a uma'), noPerson: REGISTER },
  anpd_told_on: { own: dates('Dia em que a ANPD foi avisada. null: não foi.'), noPerson: DAYS },
  anpd_protocol: { own: named('00261.000123/2026-10'), noPerson: REGISTER },
  anpd_not_told_reason: { own: named('Não há risco relevante às pessoas'), noPerson: REGISTER },
} as const satisfies Readonly<Record<keyof typeof INCIDENT_FIELDS, ColumnFacts>>
