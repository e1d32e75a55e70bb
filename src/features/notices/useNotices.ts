/** The user's notices, live, and which of them are new: docs/rules.md#notices */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { administratorEmailsRoute } from '../../contract/administration/administrator-emails.ts'
import { automationNoticesRoute } from '../../contract/administration/automation-notices.ts'
import { devicesRoute } from '../../contract/devices.ts'
import { heldIndicationsRoute } from '../../contract/held-indications.ts'
import { receiptNewsRoute } from '../../contract/receipt.ts'
import { renewalImportsRoute } from '../../contract/renewal-imports.ts'
import type { RouteInput, RouteSpec } from '../../contract/route.ts'
import { accountEventsRoute, newDevicesRoute } from '../../contract/session.ts'
import { settings as readSettings } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useBoardAnswer } from '../../device/useBoardAnswer.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { useLinkNews } from '../../device/useLinkNews.ts'
import { useScreenSetting } from '../../device/useScreenSetting.ts'
import { ALL_ON, isOn, type NoticeKind, type NoticeSwitches } from '../../domain/notices/kinds.ts'
import { badgeNumber, isNew, MOST_SHOWN, type NoticeSources, noticesOf } from '../../domain/notices/list.ts'
import type { Notice } from '../../domain/notices/notice.ts'
import type { OwnOpenLead } from '../../domain/notices/own-open-lead.ts'
import type { QueueProblem } from '../../domain/notices/queue-notices.ts'
import { NONE_READ, withRead } from '../../domain/notices/read.ts'
import type { ToldLawLead } from '../../domain/obligations/law-lead.ts'
import { type Action, may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { useNow } from '../../ui/useNow.ts'
import { onBoardChange, openBoard } from '../../workers/board-bridge.ts'
import { queueProblems } from './queue-problems.ts'

export interface Notices {
  /** The latest first. Undefined until everything was read. */
  readonly shown: readonly { readonly notice: Notice; readonly isNew: boolean }[] | undefined
  readonly newCount: number
  /** For the app's badge. Undefined until everything was read. */
  readonly badge: number | undefined
  readonly leads: readonly OwnOpenLead[]
  /** Undefined until they were read. */
  readonly switches: NoticeSwitches | undefined
  readonly markRead: (keys: readonly string[]) => void
}

const INPUT = {}
const DEVICES_ASKED_EVERY_MS = 600_000
const NO_LEADS: readonly OwnOpenLead[] = []
const NO_LAW_LEADS: readonly ToldLawLead[] = []
const NO_PROBLEMS: readonly QueueProblem[] = []

const foundIn = (sources: NoticeSources) => ({ all: noticesOf(sources), badge: badgeNumber(sources) })

/** Another `round` asks the server what was read and switched on other devices. */
export function useNotices(user: SessionUser, round: number): Notices {
  const role = roleOf(user)
  const readState = useScreenSetting(user.id, 'notices-read', round)
  const switchState = useScreenSetting(user.id, 'notices', round)
  const nowMs = useCorrectedNow(user.id)
  const attends = may('board.read', role)
  const leads = useOwnOpenLeads(user.id, attends) ?? (attends ? undefined : NO_LEADS)
  const lawLeads =
    useBoardAnswer(user.id, String(attends), async (board) =>
      attends ? (await board.lawLeads()).told : NO_LAW_LEADS,
    ) ?? NO_LAW_LEADS
  const switches = switchState.value === null ? ALL_ON : switchState.value
  /** Nothing is asked whose notices are switched off, or which the user may not read. */
  const asked = (kind: NoticeKind, action?: Action) =>
    switches !== undefined && isOn(switches, kind) && (action === undefined || may(action, role))
      ? INPUT
      : null
  const imports = useNews(user.id, renewalImportsRoute, asked('import', 'renewals.import'), {
    what: 'as importações',
  })
  const link = useLinkNews(user.id, asked('link', 'externalLink.use') !== null)
  const followed = useNews(user.id, receiptNewsRoute, asked('receipt', 'receipts.follow'), {
    what: 'o andamento das suas indicações',
    about: ({ uid, client_uid }) => [uid, client_uid],
  })
  const accounts = useNews(user.id, administratorEmailsRoute, asked('account', 'audit.read'), {
    what: 'as contas de administradores',
  })
  const stuck = useNews(user.id, devicesRoute, asked('stuck', 'devices.readAll'), {
    what: 'os aparelhos',
    everyMs: DEVICES_ASKED_EVERY_MS,
  })
  const held = useNews(user.id, heldIndicationsRoute, asked('held', 'heldIndications.decide'), {
    what: 'as indicações suspeitas',
  })
  const automations = useNews(user.id, automationNoticesRoute, asked('automation', 'automations.hear'), {
    what: 'os avisos das automações',
  })
  const devices = useNews(user.id, newDevicesRoute, asked('device'), {
    what: 'as entradas em aparelhos novos',
  })
  const events = useNews(user.id, accountEventsRoute, asked('device'), {
    what: 'o que aconteceu na sua conta',
  })
  const queue = useLiveQuery(async () => queueProblems(openMirror(user.id)), [user.id], NO_PROBLEMS)
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const read = readState.value === null ? NONE_READ : readState.value

  const found =
    leads === undefined || settings === undefined || switches === undefined
      ? undefined
      : foundIn({
          user: { id: user.id, role },
          switches,
          leads,
          lawLeads,
          queue,
          imports,
          link,
          followed,
          accounts,
          devices,
          events,
          stuck,
          held,
          automations,
          settings,
          nowMs,
        })
  const shown =
    found === undefined || read === undefined
      ? undefined
      : found.all.slice(0, MOST_SHOWN).map((notice) => ({ notice, isNew: isNew(notice, read) }))
  return {
    shown,
    newCount: shown?.filter((line) => line.isNew).length ?? 0,
    badge: found?.badge,
    leads: leads ?? NO_LEADS,
    switches,
    markRead: (keys) => {
      // Nothing is marked before the state is read: it would replace what was read before.
      if (read !== undefined && keys.length > 0) readState.save(withRead(read, keys, nowMs))
    },
  }
}

const NONE: readonly never[] = []
const ASKED_EVERY_MS = 120_000

interface NewsOptions<Row> {
  /** What needs the network, for the sentence without it. */
  readonly what: string
  readonly everyMs?: number
  /** Uids of the leads and clients that a row is about. */
  readonly about?: (row: Row) => readonly string[]
}

/**
 * The kept answer, then the server's, which is asked again while the app is open. Returns no rows until the first answer. With
 * `input` null nothing is asked.
 */
function useNews<const Spec extends RouteSpec, Row>(
  userId: number,
  route: Spec & { readonly answer: z.ZodType<{ readonly data: readonly Row[] }> },
  input: RouteInput<Spec> | null,
  { what, everyMs = ASKED_EVERY_MS, about }: NewsOptions<Row>,
): readonly Row[] {
  const round = useNow(everyMs)
  const { value } = useAnswer(userId, route, input, {
    what,
    version: round,
    ...(about === undefined ? {} : { about: ({ data }) => data.flatMap(about) }),
  })
  return value?.data ?? NONE
}

/** The board asks first, at its opening and after each change. A burst of changes is one question. */
const AFTER_MS = 700

/**
 * The user's open leads from the board's thread, asked anew after each change of the index. Returns undefined until the first
 * answer. With `asks` false it asks nothing.
 */
function useOwnOpenLeads(userId: number, asks: boolean): readonly OwnOpenLead[] | undefined {
  const [leads, setLeads] = useState<readonly OwnOpenLead[] | undefined>()
  useEffect(() => {
    if (!asks) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const board = await openBoard(userId)
      const answer = await board.ownOpenLeads()
      if (!gone) setLeads(answer)
    }
    const askSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        ask().catch(() => {
          // The store is closed for an upgrade or deleted. The board reports it, and its next change asks again.
        })
      }, AFTER_MS)
    }
    askSoon()
    const stop = onBoardChange(userId, askSoon)
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [userId, asks])
  return leads
}
