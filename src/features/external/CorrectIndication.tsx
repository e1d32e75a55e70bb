/**
 * Correction of a refused indication: the form with the sent values and the server's reason. One line takes the place of
 * the refused one in the queue; further lines are new indications.
 */
import { useState } from 'react'
import { commands } from '../../commands/registry.ts'
import type { Catalogues } from '../../db/mirror/catalogues.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { draftOfRefused } from '../../db/session/draft-names.ts'
import { RefusedNotice } from '../../device/RefusedNotice.tsx'
import { fieldAsTyped, typedAsSent } from '../../domain/indication/sent.ts'
import type { FieldProblem } from '../../domain/lead/field-problem.ts'
import classes from './External.module.css'
import { ExternalForm } from './ExternalForm.tsx'
import { offeredIn } from './offered.ts'
import { submitIndications } from './submit-indications.ts'
import { useIndicationForm } from './useIndicationForm.ts'

interface CorrectIndicationProps {
  readonly userId: number
  /** A refused `indication.external`, whose arguments fit their schema. */
  readonly record: OutboxRecord
  readonly catalogues: Catalogues
  readonly onClose: () => void
}

const argsOf = ({ args }: OutboxRecord) => commands['indication.external'].args.parse(args)

/** Returns the server's messages by the names of the form's fields. */
function problemsIn({ problem }: OutboxRecord, insuranceId: number): readonly FieldProblem[] {
  return Object.entries(problem?.errors ?? {}).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ field: fieldAsTyped(field, insuranceId), message })),
  )
}

export function CorrectIndication({ userId, record, catalogues, onClose }: CorrectIndicationProps) {
  // Read once, when the form opens, so that the form keeps its values when the record changes.
  const [{ key, args, start, problems }] = useState(() => {
    const sent = argsOf(record)
    return {
      key: record.key,
      args: sent,
      start: typedAsSent(sent),
      problems: problemsIn(record, sent.insurance_id),
    }
  })
  const draftName = draftOfRefused(key)
  const form = useIndicationForm({
    userId,
    offered: offeredIn(catalogues),
    draftName,
    start,
    problems,
    submit: (typed, tabs) => submitIndications({ userId, draftName, typed, tabs, refused: { key, ...args } }),
    onSent: onClose,
  })
  return (
    <div className={classes.correction}>
      <RefusedNotice problem={record.problem} />
      <ExternalForm userId={userId} form={form} canEmpty={false} />
    </div>
  )
}
