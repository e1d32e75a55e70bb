/** Devices that stay away, and commands that were refused. */
import { sql } from 'kysely'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { counted, type Found, good, notice } from './found.ts'
import type { DatabaseProbe } from './probe.ts'

const AWAY_DAYS = 7
const MANY_REFUSALS = 20

export function awayFound(away: number, all: number): Found {
  const key = 'devices_away'
  const value = `${counted(away, 'aparelho', 'aparelhos')} de ${all}`
  return away === 0
    ? good(key, 'Todos os aparelhos sincronizaram nos últimos 7 dias.', {
        value: counted(all, 'aparelho', 'aparelhos'),
      })
    : notice(
        key,
        'Há aparelhos que não sincronizam há mais de 7 dias.',
        'O que foi digitado neles pode não ter chegado. Peça que abram o Farol com rede; a pessoa encerra em Profile a sessão de um aparelho perdido.',
        { value },
      )
}

export function refusedFound(refused: number, all: number): Found {
  const key = 'commands_refused'
  const value = `${refused} de ${all}`
  return refused >= MANY_REFUSALS && refused * 20 > all
    ? notice(
        key,
        'Muitas alterações foram recusadas no último dia.',
        'Cada aparelho mostra as suas em Sincronização, com o motivo. Pergunte a quem usa e confira as regras.',
        { value },
      )
    : good(key, 'Alterações recusadas no último dia.', { value })
}

export const syncProbe: DatabaseProbe = {
  group: 'sync',
  key: 'devices_away',
  about: 'a sincronização dos aparelhos',
  look: async ({ now }, { db }) => {
    const { rows } = await sql<{ away: number; all: number; refused: number; commands: number }>`
      select s.away, s.all, c.refused, c.commands
      from (
        select count(*) filter (where last_seen_at < ${new Date(now() - AWAY_DAYS * DAY_MS).toISOString()})::int as away,
          count(*)::int as all
        from sessions
        where revoked_at is null and expires_at > ${new Date(now()).toISOString()} and device_id is not null
      ) s, (
        select count(*) filter (where outcome in ('rejected', 'conflict'))::int as refused, count(*)::int as commands
        from command_log
        where received_at > ${new Date(now() - DAY_MS).toISOString()}
      ) c`.execute(db)
    const { away = 0, all = 0, refused = 0, commands = 0 } = rows[0] ?? {}
    return [awayFound(away, all), refusedFound(refused, commands)]
  },
}
