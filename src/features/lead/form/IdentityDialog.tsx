/** 'Corrigir o cadastro' or 'É outra pessoa': docs/rules.md#identity-of-a-client */
import { personWords } from '../../../domain/client/identity.ts'
import { IDENTITY_WORDS } from '../../../domain/client/identity-choice.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { IdentityQuestion } from './useIdentity.ts'

interface IdentityDialogProps {
  readonly question: IdentityQuestion | null
  /** A creation makes no second client with the same document. */
  readonly creates: boolean
}

export function IdentityDialog({ question, creates }: IdentityDialogProps) {
  return (
    // React bubbles a dialog's submit to the surrounding form.
    <div onSubmit={(event) => event.stopPropagation()}>
      <ConfirmDialog
        opened={question !== null}
        title="Quem é este cliente?"
        confirm={IDENTITY_WORDS.correct}
        onConfirm={() => question?.answer('correct')}
        other={{ label: IDENTITY_WORDS.other, onChoose: () => question?.answer('other') }}
        onClose={() => question?.answer(null)}
      >
        {question === null ? null : <Words question={question} creates={creates} />}
      </ConfirmDialog>
    </div>
  )
}

function Words({
  question: { change, known, typed },
  creates,
}: {
  question: IdentityQuestion
  creates: boolean
}) {
  const asked = {
    document: `O cadastro é de ${personWords(known)}. Você digitou ${personWords(typed)}.`,
    removed: `O cadastro é de ${personWords(known)}. Você apagou o CPF/CNPJ.`,
    name: `Este CPF/CNPJ é de ${known.name}. Você digitou ${typed.name}.`,
  }
  return (
    <>
      <p>{asked[change]}</p>
      <p>
        <strong>{IDENTITY_WORDS.correct}</strong> muda o cadastro em todos os leads dele.{' '}
        <strong>{IDENTITY_WORDS.other}</strong>{' '}
        {creates
          ? 'pede o CPF/CNPJ dela, e o cadastro fica como está.'
          : 'dá a este lead outro cliente, e o cadastro fica como está.'}
      </p>
    </>
  )
}
