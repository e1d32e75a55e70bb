/** The parts of a lead that nobody sees before a tap: form, dialogs, timeline, decisions. One chunk, loaded later. */
export { CallLine } from '../features/lead/calls/CallLine.tsx'
export { SchedulingDialog } from '../features/lead/dialogs/SchedulingDialog.tsx'
export { EditLead } from '../features/lead/form/EditLead.tsx'
export { LeadTimeline } from '../features/lead/timeline/LeadTimeline.tsx'
export { ViewActions } from '../features/lead/view/ViewActions.tsx'
export { LeadProblems } from '../features/sync/LeadProblems.tsx'
