<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Backups</name>
    <message numerus="yes">
        <source>%Ln hours ago</source>
        <translation>
            <numerusform>%Ln hour ago</numerusform>
            <numerusform>%Ln hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupsDialog</name>
    <message numerus="yes">
        <source>Read out: %Ln entries.</source>
        <translation>
            <numerusform>Read out: %Ln entry.</numerusform>
            <numerusform>Read out: %Ln entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Known to be lost: %Ln entries.</source>
        <translation>
            <numerusform>Known to be lost: %Ln entry.</numerusform>
            <numerusform>Known to be lost: %Ln entries.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CleanRows</name>
    <message numerus="yes">
        <source>Not accessed for %Ln days</source>
        <translation>
            <numerusform>Not accessed for %Ln day</numerusform>
            <numerusform>Not accessed for %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Never asked for in %Ln days</source>
        <translation>
            <numerusform>Never asked for in %Ln day</numerusform>
            <numerusform>Never asked for in %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Never recalled in %Ln days, in a block {ago}</source>
        <translation>
            <numerusform>Never recalled in %Ln day, in a block {ago}</numerusform>
            <numerusform>Never recalled in %Ln days, in a block {ago}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CleanWindow</name>
    <message numerus="yes">
        <source>Only what hosts wrote and you never touched: no pinned entry, no constraint, nothing that you wrote, imported or edited. What was not accessed for %Ln days becomes one step less relevant.</source>
        <translation>
            <numerusform>Only what hosts wrote and you never touched: no pinned entry, no constraint, nothing that you wrote, imported or edited. What was not accessed for %Ln day becomes one step less relevant.</numerusform>
            <numerusform>Only what hosts wrote and you never touched: no pinned entry, no constraint, nothing that you wrote, imported or edited. What was not accessed for %Ln days becomes one step less relevant.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Consolidation</name>
    <message numerus="yes">
        <source>%Ln suggestions</source>
        <translation>
            <numerusform>%Ln suggestion</numerusform>
            <numerusform>%Ln suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConsolidationWindow</name>
    <message numerus="yes">
        <source>≈%Ln tokens go to {address} ({place}).</source>
        <translation>
            <numerusform>≈%Ln token goes to {address} ({place}).</numerusform>
            <numerusform>≈%Ln tokens go to {address} ({place}).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Disconnecting</name>
    <message numerus="yes">
        <source>Really disconnect %Ln hosts? From their next start on they know nothing of you.</source>
        <translation>
            <numerusform>Really disconnect %Ln host? From its next start on it knows nothing of you.</numerusform>
            <numerusform>Really disconnect %Ln hosts? From their next start on they know nothing of you.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesCard</name>
    <message numerus="yes">
        <source>Groups of entries that say the same: {groups}, with %Ln entries.</source>
        <translation>
            <numerusform>Groups of entries that say the same: {groups}, with %Ln entry.</numerusform>
            <numerusform>Groups of entries that say the same: {groups}, with %Ln entries.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FetchCard</name>
    <message numerus="yes">
        <source>Fetches in the last %Ln days: {count}.</source>
        <translation>
            <numerusform>Fetches in the last %Ln day: {count}.</numerusform>
            <numerusform>Fetches in the last %Ln days: {count}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No host has fetched anything in the last %Ln days.</source>
        <translation>
            <numerusform>No host has fetched anything in the last %Ln day.</numerusform>
            <numerusform>No host has fetched anything in the last %Ln days.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindReplaceWindow</name>
    <message numerus="yes">
        <source>Places: {places}, in %Ln entries.</source>
        <translation>
            <numerusform>Places: {places}, in %Ln entry.</numerusform>
            <numerusform>Places: {places}, in %Ln entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not possible in %Ln entries, for the reason given.</source>
        <translation>
            <numerusform>Not possible in %Ln entry, for the reason given.</numerusform>
            <numerusform>Not possible in %Ln entries, for the reason given.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replaced: {places}, in %Ln entries. Ctrl+Z takes it back.</source>
        <translation>
            <numerusform>Replaced: {places}, in %Ln entry. Ctrl+Z takes it back.</numerusform>
            <numerusform>Replaced: {places}, in %Ln entries. Ctrl+Z takes it back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>History</name>
    <message numerus="yes">
        <source>%Ln new entries</source>
        <translation>
            <numerusform>%Ln new entry</numerusform>
            <numerusform>%Ln new entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change of %Ln entries</source>
        <translation>
            <numerusform>Change of %Ln entry</numerusform>
            <numerusform>Change of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion of %Ln entries</source>
        <translation>
            <numerusform>Deletion of %Ln entry</numerusform>
            <numerusform>Deletion of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restoring of %Ln entries</source>
        <translation>
            <numerusform>Restoring of %Ln entry</numerusform>
            <numerusform>Restoring of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion forever of %Ln entries</source>
        <translation>
            <numerusform>Deletion forever of %Ln entry</numerusform>
            <numerusform>Deletion forever of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import: %Ln entries</source>
        <translation>
            <numerusform>Import: %Ln entry</numerusform>
            <numerusform>Import: %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renaming of a tag on %Ln entries</source>
        <translation>
            <numerusform>Renaming of a tag on %Ln entry</numerusform>
            <numerusform>Renaming of a tag on %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merging of tags on %Ln entries</source>
        <translation>
            <numerusform>Merging of tags on %Ln entry</numerusform>
            <numerusform>Merging of tags on %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion of a tag on %Ln entries</source>
        <translation>
            <numerusform>Deletion of a tag on %Ln entry</numerusform>
            <numerusform>Deletion of a tag on %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merging of %Ln entries</source>
        <translation>
            <numerusform>Merging of %Ln entry</numerusform>
            <numerusform>Merging of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replacing in %Ln entries</source>
        <translation>
            <numerusform>Replacing in %Ln entry</numerusform>
            <numerusform>Replacing in %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving of %Ln entries to another bank</source>
        <translation>
            <numerusform>Moving of %Ln entry to another bank</numerusform>
            <numerusform>Moving of %Ln entries to another bank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cleaning up: %Ln entries</source>
        <translation>
            <numerusform>Cleaning up: %Ln entry</numerusform>
            <numerusform>Cleaning up: %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Making room: %Ln entries</source>
        <translation>
            <numerusform>Making room: %Ln entry</numerusform>
            <numerusform>Making room: %Ln entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message numerus="yes">
        <source>≤ %Ln days</source>
        <translation>
            <numerusform>≤ %Ln day</numerusform>
            <numerusform>≤ %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&gt; %Ln days</source>
        <translation>
            <numerusform>&gt; %Ln day</numerusform>
            <numerusform>&gt; %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≈ %Ln tokens</source>
        <translation>
            <numerusform>≈ %Ln token</numerusform>
            <numerusform>≈ %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewAnswers</name>
    <message numerus="yes">
        <source>Accept all %Ln suggestions of {host}?</source>
        <translation>
            <numerusform>Accept %Ln suggestion of {host}?</numerusform>
            <numerusform>Accept all %Ln suggestions of {host}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accepting %Ln suggestions…</source>
        <translation>
            <numerusform>Accepting %Ln suggestion…</numerusform>
            <numerusform>Accepting %Ln suggestions…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reject all %Ln suggestions of {host}?</source>
        <translation>
            <numerusform>Reject %Ln suggestion of {host}?</numerusform>
            <numerusform>Reject all %Ln suggestions of {host}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejecting %Ln suggestions…</source>
        <translation>
            <numerusform>Rejecting %Ln suggestion…</numerusform>
            <numerusform>Rejecting %Ln suggestions…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectedEntries</name>
    <message numerus="yes">
        <source>Move %Ln entries to the trash?</source>
        <translation>
            <numerusform>Move %Ln entry to the trash?</numerusform>
            <numerusform>Move %Ln entries to the trash?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln entries to the trash…</source>
        <translation>
            <numerusform>Moving %Ln entry to the trash…</numerusform>
            <numerusform>Moving %Ln entries to the trash…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %Ln entries?</source>
        <translation>
            <numerusform>Change %Ln entry?</numerusform>
            <numerusform>Change %Ln entries?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changing %Ln entries…</source>
        <translation>
            <numerusform>Changing %Ln entry…</numerusform>
            <numerusform>Changing %Ln entries…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copying %Ln entries…</source>
        <translation>
            <numerusform>Copying %Ln entry…</numerusform>
            <numerusform>Copying %Ln entries…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>Block: %Ln characters</source>
        <translation>
            <numerusform>Block: %Ln character</numerusform>
            <numerusform>Block: %Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block: ≈%Ln tokens</source>
        <translation>
            <numerusform>Block: ≈%Ln token</numerusform>
            <numerusform>Block: ≈%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters, no budget</source>
        <translation>
            <numerusform>%Ln character, no budget</numerusform>
            <numerusform>%Ln characters, no budget</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters; the budget of entry lines is {budget}</source>
        <translation>
            <numerusform>%Ln character; the budget of entry lines is {budget}</numerusform>
            <numerusform>%Ln characters; the budget of entry lines is {budget}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Conversations with more than %Ln messages since the last time:</source>
        <translation>
            <numerusform>Conversations with more than %Ln message since the last time:</numerusform>
            <numerusform>Conversations with more than %Ln messages since the last time:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message numerus="yes">
        <source>Restoring %Ln entries…</source>
        <translation>
            <numerusform>Restoring %Ln entry…</numerusform>
            <numerusform>Restoring %Ln entries…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln entries forever? This cannot be undone.</source>
        <translation>
            <numerusform>Delete %Ln entry forever? This cannot be undone.</numerusform>
            <numerusform>Delete %Ln entries forever? This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleting %Ln entries…</source>
        <translation>
            <numerusform>Deleting %Ln entry…</numerusform>
            <numerusform>Deleting %Ln entries…</numerusform>
        </translation>
    </message>
</context>
</TS>
