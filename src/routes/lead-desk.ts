/**
 * The parts of a lead that appear only after a tap: form, dialogs, timeline, decisions. They are one chunk, which is
 * loaded later.
 */
export { CallLine } from '../features/lead/calls/CallLine.tsx'
export { NoteDialog } from '../features/lead/dialogs/NoteDialog.tsx'
export { SchedulingDialog } from '../features/lead/dialogs/SchedulingDialog.tsx'
export { LeadMessages } from '../features/lead/messages/LeadMessages.tsx'
export { LeadTimeline } from '../features/lead/timeline/LeadTimeline.tsx'
export { ViewActions } from '../features/lead/view/ViewActions.tsx'
export { LeadProblems } from '../features/sync/LeadProblems.tsx'
export { EditInList } from './EditInList.tsx'
