/** The user's notices, live, and which of them are new: docs/rules.md#notices */
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { settings as readSettings } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { useLinkNews } from '../../device/useLinkNews.ts'
import { useScreenSetting } from '../../device/useScreenSetting.ts'
import { ALL_ON, isOn, type NoticeSwitches } from '../../domain/notices/kinds.ts'
import { badgeNumber, isNew, MOST_SHOWN, noticesOf } from '../../domain/notices/list.ts'
import type { Notice } from '../../domain/notices/notice.ts'
import type { OwnOpenLead } from '../../domain/notices/own-open-lead.ts'
import type { QueueProblem } from '../../domain/notices/queue-notices.ts'
import { NONE_READ, withRead } from '../../domain/notices/read.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { queueProblems } from './queue-problems.ts'
import { useAccountEvents } from './useAccountEvents.ts'
import { useAdministratorEmails } from './useAdministratorEmails.ts'
import { useHeldIndications } from './useHeldIndications.ts'
import { useImportOutcomes } from './useImportOutcomes.ts'
import { useNewDevices } from './useNewDevices.ts'
import { useOwnOpenLeads } from './useOwnOpenLeads.ts'
import { useStuckDevices } from './useStuckDevices.ts'

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

const NO_LEADS: readonly OwnOpenLead[] = []
const NO_PROBLEMS: readonly QueueProblem[] = []

/** Another `round` asks the server what was read and switched on other devices. */
export function useNotices(user: SessionUser, round: number): Notices {
  const role = roleOf(user)
  const readState = useScreenSetting(user.id, 'notices-read', round)
  const switchState = useScreenSetting(user.id, 'notices', round)
  const nowMs = useCorrectedNow(user.id)
  const attends = may('board.read', role)
  const leads = useOwnOpenLeads(user.id, attends) ?? (attends ? undefined : NO_LEADS)
  const switches = switchState.value === null ? ALL_ON : switchState.value
  const asksImports = may('renewals.import', role) && switches !== undefined && isOn(switches, 'import')
  const imports = useImportOutcomes(user.id, asksImports)
  const asksLink = may('externalLink.use', role) && switches !== undefined && isOn(switches, 'link')
  const link = useLinkNews(user.id, asksLink)
  const asksAccounts = may('audit.read', role) && switches !== undefined && isOn(switches, 'account')
  const accounts = useAdministratorEmails(user.id, asksAccounts)
  const asksStuck = may('devices.readAll', role) && switches !== undefined && isOn(switches, 'stuck')
  const stuck = useStuckDevices(user.id, asksStuck)
  const asksHeld = may('heldIndications.decide', role) && switches !== undefined && isOn(switches, 'held')
  const held = useHeldIndications(user.id, asksHeld)
  const devices = useNewDevices(user.id, switches !== undefined && isOn(switches, 'device'))
  const events = useAccountEvents(user.id, switches !== undefined && isOn(switches, 'device'))
  const queue = useLiveQuery(async () => queueProblems(openMirror(user.id)), [user.id], NO_PROBLEMS)
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const read = readState.value === null ? NONE_READ : readState.value

  const found = useMemo(() => {
    if (leads === undefined || settings === undefined || switches === undefined) return undefined
    const sources = {
      user: { id: user.id, role },
      switches,
      leads,
      queue,
      imports,
      link,
      accounts,
      devices,
      events,
      stuck,
      held,
      settings,
      nowMs,
    }
    return { all: noticesOf(sources), badge: badgeNumber(sources) }
  }, [
    user.id,
    role,
    switches,
    leads,
    queue,
    imports,
    link,
    accounts,
    devices,
    events,
    stuck,
    held,
    settings,
    nowMs,
  ])
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
