/** The media type of the sheets that calls answer. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
