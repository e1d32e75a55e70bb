/** The dialogs of an edited lead. At most one is open. */
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import { useToday } from '../../../device/useToday.ts'
import { NOT_MARKED_QUOTED } from '../../../domain/lead/finish-checks.ts'
import type { FormLayout } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { LayerDrawer } from '../../../ui/LayerDrawer.tsx'
import { CallDialog } from '../dialogs/CallDialog.tsx'
import { DatePromptDialog } from '../dialogs/DatePromptDialog.tsx'
import { DeadlinesDialog } from '../dialogs/DeadlinesDialog.tsx'
import { LimitsDialog } from '../dialogs/LimitsDialog.tsx'
import { NoteDialog } from '../dialogs/NoteDialog.tsx'
import { PendingSellDialog } from '../dialogs/PendingSellDialog.tsx'
import { SchedulingDialog } from '../dialogs/SchedulingDialog.tsx'
import type { LeadFormApi } from '../form/form-api.ts'
import { MessageDialog } from '../messages/MessageDialog.tsx'
import { LeadTimeline } from '../timeline/LeadTimeline.tsx'
import type { EditActions } from './useEditActions.ts'

interface EditDialogsProps {
  readonly form: LeadFormApi
  readonly lead: Lead
  readonly state: EditActions
  readonly layout: FormLayout
}

export function EditDialogs({ form, lead, state, layout }: EditDialogsProps) {
  const { user, values, catalogues, client } = form
  const { dialog, close, finish, quoting, attach } = state
  const nowMs = useCorrectedClock(user.id)
  const today = useToday(user.id)
  const { name, cellphone, phone } = values.client
  const isQuiver = layout === 'quiver_cancellation'
  /** Typed values are saved before a cancellation in Quiver: docs/rules.md#cancellation-in-quiver */
  const savesFirst = isQuiver && form.isDirty
  return (
    // React bubbles a dialog's submit to the surrounding form: without the stop it would save the lead.
    <div onSubmit={(event) => event.stopPropagation()}>
      <CallDialog
        subject={{ lead, name, cellphone, phone }}
        user={user}
        opened={dialog === 'call'}
        onClose={close}
      />
      <MessageDialog lead={lead} user={user} opened={dialog === 'message'} onClose={close} />
      <SchedulingDialog lead={lead} user={user} opened={dialog === 'schedule'} onClose={close} />
      <NoteDialog lead={lead} user={user} opened={dialog === 'note'} onClose={close} />
      <PendingSellDialog
        note={values.lead.additional_information}
        opened={dialog === 'pendingSell'}
        onConfirm={state.pendingSell}
        onClose={close}
      />
      <DeadlinesDialog lead={lead} userId={user.id} opened={dialog === 'deadlines'} onClose={close} />
      <LimitsDialog lead={lead} user={user} opened={dialog === 'limits'} onClose={close} />
      {/* docs/rules.md#cancellation */}
      <ConfirmDialog
        opened={dialog === 'cancel'}
        title={isQuiver ? 'Cancelamento no Quiver' : 'Cancelar lead'}
        confirm={savesFirst ? 'Salvar e confirmar' : 'Sim, cancelar lead'}
        danger
        onConfirm={() => state.cancel(savesFirst)}
        onClose={close}
      >
        Lembre-se de salvar as alterações antes de confirmar
      </ConfirmDialog>
      <DatePromptDialog
        prompt={finish.prompt}
        nowMs={nowMs}
        today={today}
        opened={finish.opened}
        onAnswer={finish.answer}
        onClose={finish.close}
      />
      <ConfirmDialog
        opened={finish.unmarked.opened}
        title="Cotação não marcada"
        confirm="Marcar e finalizar"
        onConfirm={finish.unmarked.mark}
        onClose={finish.unmarked.close}
      >
        {NOT_MARKED_QUOTED} Marcar como cotado e finalizar?
      </ConfirmDialog>
      <ConfirmDialog
        opened={attach.question !== null}
        title={attach.question?.title ?? ''}
        confirm={attach.question?.confirm ?? ''}
        onConfirm={() => attach.question?.answer(true)}
        onClose={() => attach.question?.answer(false)}
      >
        {attach.question?.words}
      </ConfirmDialog>
      <ConfirmDialog
        opened={quoting.unreached !== null}
        title="Cotação sem o link"
        confirm="Marcar como cotado"
        onConfirm={() => quoting.unreached?.mark()}
        onClose={quoting.dismiss}
      >
        {quoting.unreached?.reason} Marcar como cotado mesmo assim?
      </ConfirmDialog>
      <LayerDrawer opened={dialog === 'history'} onClose={close} position="right" size="lg" title="Histórico">
        {dialog === 'history' ? (
          <LeadTimeline lead={lead} client={client} user={user} names={catalogues} />
        ) : null}
      </LayerDrawer>
    </div>
  )
}
