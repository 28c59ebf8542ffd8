// What gameassist does with its memory file, as its own documentation says it: the file is parsed
// and taken as it is, without a check; the summary for the prompt is made of it; and an update
// replaces lists, upserts and removes by id, sets its times, and writes the whole file again with
// two spaces and one final newline. Reads {file, updates} from stdin, gives the file and the summary.
'use strict';

const MAX_NOTE = 200;
const MAX_SUMMARY = 120;

function split(value) {
  return value.split(/[,，、;；\n]/).map((one) => one.trim()).filter(Boolean);
}

function clip(text, most) {
  return text.length > most ? text.slice(0, most) + '…' : text;
}

function render(memory) {
  const lines = [];
  lines.push(memory.interests.join('、'), memory.preferences.join('、'), memory.profileNotes.trim());
  for (const task of memory.tasks) {
    const notes = task.notes ? '：' + clip(task.notes.trim(), MAX_NOTE) : '';
    lines.push(`- [${task.status.trim()}] ${task.title.trim()}${notes}`);
  }
  for (const work of memory.works) {
    const tech = work.tech && work.tech.length ? work.tech.join(', ') : '';
    const said = [work.kind, work.status, tech, work.path].filter(Boolean).map((one) => one.trim());
    const summary = work.summary ? '：' + clip(work.summary.trim(), MAX_SUMMARY) : '';
    lines.push(`- ${work.name.trim()} ${said.join('; ')}${summary}`);
  }
  return lines.join('\n');
}

function put(entry, given, names) {
  for (const [parameter, field] of Object.entries(names)) {
    if (given[parameter] !== undefined) entry[field] = given[parameter];
  }
}

function upsert(list, id, given, names, label, fresh, now) {
  let entry = list.find((one) => one.id === id);
  if (!entry) {
    if (!given[label]) throw new Error(`${label} is required`);
    entry = { id, ...fresh };
    list.push(entry);
  }
  put(entry, given, names);
  entry.updatedAt = now;
}

function update(memory, given) {
  const now = new Date().toISOString();
  if (given.interests !== undefined) memory.interests = split(given.interests);
  if (given.preferences !== undefined) memory.preferences = split(given.preferences);
  if (given.profileNotes !== undefined) memory.profileNotes = given.profileNotes;
  if (given.removeTaskId) memory.tasks = memory.tasks.filter((one) => one.id !== given.removeTaskId);
  if (given.removeWorkId) memory.works = memory.works.filter((one) => one.id !== given.removeWorkId);
  if (given.taskId || given.taskTitle) {
    const names = { taskTitle: 'title', taskStatus: 'status', taskNotes: 'notes' };
    const id = given.taskId || 't' + now;
    upsert(memory.tasks, id, given, names, 'taskTitle', { status: 'todo' }, now);
  }
  if (given.workId || given.workName) {
    const names = {
      workName: 'name', workKind: 'kind', workSummary: 'summary', workPath: 'path',
      workStatus: 'status',
    };
    const tech = given.workTech === undefined ? {} : { workTech: split(given.workTech) };
    upsert(memory.works, given.workId || 'w' + now, { ...given, ...tech },
      { ...names, workTech: 'tech' }, 'workName', {}, now);
  }
  memory.updatedAt = now;
}

function write(memory) {
  return JSON.stringify(memory, null, 2) + '\n';
}

const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const memory = JSON.parse(asked.file);
for (const [name, value] of Object.entries(memory)) {
  if (value === null) throw new Error(`${name} is null`);
}
const unchanged = write(memory) === asked.file;
const summary = render(memory);
for (const given of asked.updates) update(memory, given);
process.stdout.write(JSON.stringify({ unchanged, summary, file: write(memory), after: render(memory) }));
