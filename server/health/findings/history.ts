/** Whether histories are the ones that Farol wrote. docs/rules.md#chain */
import { sql } from 'kysely'
import { anchorSaidOf } from '../../../src/domain/dossier/anchors.ts'
import { joinAll } from '../../../src/domain/text/formats.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import type { Store } from '../../db/store.ts'
import { lastAnchor } from '../../history/anchors.ts'
import { counted, type Found, good, notice, problem } from './found.ts'
import type { DatabaseProbe } from './probe.ts'

interface Facts {
  readonly leads: number
  readonly anchors: number
  readonly since: string | null
  readonly begun: boolean
  /** Numbers of anchors that went with a restore. */
  readonly restored: readonly number[]
  /** One of them was told of lately. */
  readonly isRecent: boolean
  /** Its number, day and hash. */
  readonly anchor: {
    readonly n: number
    readonly at: string
    readonly hash: string
    readonly signed: boolean
  } | null
}

const key = 'history'

const restoredSentence = (numbers: readonly number[]) =>
  `O banco foi restaurado de uma cópia, e o que ${
    numbers.length === 1
      ? `a âncora ${numbers[0]} guardava`
      : `as âncoras ${joinAll(numbers.map(String))} guardavam`
  } se perdeu.`

export function historyFound({ leads, anchors, since, begun, restored, isRecent, anchor }: Facts): Found {
  if (leads + anchors > 0)
    return problem(
      key,
      leads > 0
        ? `O histórico de leads foi mudado por fora do Farol, o que foi visto em ${since}.`
        : `As âncoras do histórico foram mudadas por fora do Farol, o que foi visto em ${since}.`,
      'Guarde uma cópia do banco como está. npm run history:verify diz cada lead e cada entrada: compare com uma cópia de antes.',
      { value: leads > 0 ? counted(leads, 'lead', 'leads') : counted(anchors, 'âncora', 'âncoras') },
    )
  if (!begun || anchor === null) return good(key, 'O Farol está formando a corrente do histórico dos leads.')
  const more = { value: `âncora ${anchor.n}: ${anchor.hash.slice(0, 16)}` }
  const lost = restored.length === 0 ? '' : ` ${restoredSentence(restored)}`
  if (isRecent)
    return notice(
      key,
      `O histórico dos leads confere.${lost}`,
      'Se ninguém restaurou uma cópia, o banco foi mudado por fora: compare com uma cópia de segurança.',
      more,
    )
  return anchor.signed
    ? good(key, `O histórico dos leads confere. Última âncora: ${anchor.at}.${lost}`, more)
    : notice(
        key,
        `O histórico dos leads confere. Última âncora: ${anchor.at}, sem assinatura.${lost}`,
        'Defina DEVICE_KEYS_KEY: sem ela as âncoras e os dossiês não são assinados.',
        more,
      )
}

async function historyLooked({ db }: Store): Promise<Found[]> {
  const { rows } = await sql<Omit<Facts, 'anchor'>>`
    select
      count(distinct lead_uid)::int as leads,
      count(*) filter (where lead_uid is null and kind <> 'restored')::int as anchors,
      min(found_at) filter (where kind <> 'restored') as since,
      coalesce(array_agg(distinct seq order by seq) filter (where kind = 'restored'), '{}') as restored,
      coalesce(bool_or(kind = 'restored' and found_at > now() - interval '30 days'), false) as "isRecent",
      exists (select 1 from history_checks where begun_at is not null) as begun
    from history_breaks`.execute(db)
  const [facts] = rows
  const last = await lastAnchor(db)
  const said = last === undefined ? null : anchorSaidOf(last)
  const anchor =
    last === undefined || said === null
      ? null
      : { n: last.n, at: formatDateTime(said.at), hash: last.hash, signed: last.signature !== null }
  const {
    leads = 0,
    anchors = 0,
    since = null,
    ...more
  } = facts ?? { begun: false, restored: [], isRecent: false }
  return [
    historyFound({ leads, anchors, since: since === null ? null : formatDateTime(since), ...more, anchor }),
  ]
}

export const historyProbe: DatabaseProbe = {
  group: 'access',
  key,
  about: 'a corrente do histórico',
  look: (_, store) => historyLooked(store),
}
