/** The functions of an edited lead's buttons, and its open dialog. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { CommandName } from '../../../commands/registry.ts'
import { openMirror } from '../../../db/open.ts'
import { fileState } from '../../../db/session/files.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { FileState } from '../../../domain/lead/lead-file.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import { downloadFile } from './lead-file.ts'
import { type Attach, useAttach } from './useAttach.ts'
import { type Finish, useFinish } from './useFinish.ts'
import { type Quote, useQuote } from './useQuote.ts'
import { LEAD_CANCELLED, LEAD_FREED, LEAD_SAVED, LEAD_SUSPENDED } from './words.ts'

export type EditDialog =
  | 'call'
  | 'message'
  | 'schedule'
  | 'note'
  | 'pendingSell'
  | 'deadlines'
  | 'limits'
  | 'cancel'
  | 'history'

export interface EditActions {
  readonly dialog: EditDialog | null
  readonly open: (dialog: EditDialog) => void
  readonly close: () => void
  readonly finish: Finish
  readonly quoting: Quote
  readonly quote: () => void
  readonly negotiate: () => void
  readonly advance: () => void
  readonly pendingSell: (observation: string) => void
  readonly attach: Attach
  /** Where the lead's PDF is: none, queued, refused or sent. */
  readonly file: FileState
  readonly download: () => void
  readonly suspend: () => void
  /** `savesFirst`: saves the typed values before. If the save fails, the lead is not cancelled. */
  readonly cancel: (savesFirst: boolean) => void
}

type Step = Extract<CommandName, 'lead.negotiate' | 'lead.advance'>

export function useEditActions(form: LeadFormApi, lead: Lead): EditActions {
  const [dialog, setDialog] = useState<EditDialog | null>(null)
  const finish = useFinish(form)
  const once = useOnce()
  const quoting = useQuote(form)
  const { id: userId } = form.user
  const file = useLiveQuery(
    async () => fileState(openMirror(userId), { uid: lead.uid, file_path: lead.file_path }),
    [userId, lead.uid, lead.file_path],
    'none',
  )
  const attach = useAttach(form, lead, file)
  const close = () => setDialog(null)
  const aboutLead = { lead_uid: lead.uid }

  /** A step saves the typed values first, so that the save rules apply. Both have one toast. */
  const saved = async () => !form.isDirty || (await form.save())
  const words = () => ({ done: form.isDirty ? null : LEAD_SAVED, failed: FAILED })
  const step = async (name: Step) => {
    const said = words()
    if (await saved()) await runCommandWithToast(userId, name, aboutLead, said)
  }

  return {
    dialog,
    open: setDialog,
    close,
    finish: { ...finish, start: () => once(finish.start) },
    quoting,
    quote: () => void once(quoting.quote, 'quote'),
    negotiate: () => void once(() => step('lead.negotiate'), 'negotiate'),
    advance: () => void once(() => step('lead.advance'), 'advance'),
    pendingSell: (observation) => {
      const sell = async () => {
        const said = words()
        if (!(await saved())) return close()
        if (await runCommandWithToast(userId, 'lead.pendingSell', { ...aboutLead, observation }, said))
          close()
      }
      void once(sell)
    },
    file,
    attach,
    download: () => void downloadFile(userId, lead),
    suspend: () => {
      const suspended = !lead.suspended_lead
      const done = suspended ? LEAD_SUSPENDED : LEAD_FREED
      void runCommandWithToast(
        userId,
        'lead.setSuspended',
        { ...aboutLead, suspended },
        { done, failed: FAILED },
      )
    },
    cancel: (savesFirst) => {
      const end = async () => {
        const said = { done: LEAD_CANCELLED, failed: FAILED }
        close()
        if (savesFirst && !(await saved())) return
        if (!(await runCommandWithToast(userId, 'lead.cancel', aboutLead, said))) return
        form.saved()
        form.close()
      }
      void once(end)
    },
  }
}
