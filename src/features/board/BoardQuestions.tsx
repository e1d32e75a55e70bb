/**
 * The questions before a capture and a recovery. Their code comes right after the first cards, before the store's: a tap
 * on 'Capturar' waits for nothing else. docs/performance.md#opening
 */
import { useEffect } from 'react'
import { CAPTURE_TITLE, captureQuestion } from '../../domain/lead/capture-words.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { noteAppAsks } from '../../opening/page/app-asks.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { ConfirmDialog, SubjectQuestion } from '../../ui/ConfirmDialog.tsx'
import type { Dialog } from '../../ui/useDialog.ts'
import { keepFocus } from './keep-focus.ts'
import type { LeadCommands } from './useLeadCommands.ts'

interface BoardQuestionsProps {
  readonly capture: Dialog<Lead>
  readonly recover: Dialog<Lead>
  /** A question covers the lead's view. */
  readonly overView: boolean
  readonly commands: LeadCommands
  readonly onWork: (lead: Lead) => void
}

export function BoardQuestions({ capture, recover, overView, commands, onWork }: BoardQuestionsProps) {
  useEffect(noteAppAsks, [])
  const captured = async (lead: Lead) => {
    capture.close()
    await afterPaint()
    if (await commands.capture(lead.uid)) onWork(lead)
  }
  return (
    <>
      <SubjectQuestion dialog={capture} onConfirm={(lead) => void captured(lead)} title={CAPTURE_TITLE}>
        {captureQuestion(capture.subject?.id ?? null)}
      </SubjectQuestion>
      <ConfirmDialog
        opened={recover.opened}
        title="Recuperar Lead"
        onClose={recover.close}
        onConfirm={() => {
          recover.close()
          if (recover.subject !== null)
            void commands.recover(recover.subject.uid).then(() => {
              if (!overView) keepFocus()
            })
        }}
      >
        O lead {recover.subject?.id ?? 'pendente'} volta para o atendimento.
      </ConfirmDialog>
    </>
  )
}
