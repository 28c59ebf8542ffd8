; The Windows installer, for Inno Setup 6. build.py calls it:
;   iscc /DVersion=1.2.3 /DFolder=frozen\memdesk /DIcon=memdesk.ico packaging\windows\memdesk.iss
; For one person, without an administrator. Signed where $MEMDESK_SIGN_TOOL tells how, as in
;   $qC:\path to\signtool.exe$q sign /fd sha256 /tr URL /td sha256 $f
; which build.py hands on as /Ssigntool=... /DSigned.

[Setup]
AppId={{6B2E4B0C-5B0E-4C64-9D7B-6D656D64736B}
AppName=memdesk
AppVersion={#Version}
AppPublisher=The memdesk authors
DefaultDirName={autopf}\memdesk
DefaultGroupName=memdesk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
OutputBaseFilename=memdesk-{#Version}-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\memdesk-window.exe
WizardStyle=modern
#ifdef Signed
SignTool=signtool
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "Let shells find the command memdesk"; Flags: unchecked

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\memdesk"; Filename: "{app}\memdesk-window.exe"; AppUserModelID: "local.memdesk.memdesk"
Name: "{group}\memdesk: quick add"; Filename: "{app}\memdesk-window.exe"; Parameters: "quick-add"
Name: "{autodesktop}\memdesk"; Filename: "{app}\memdesk-window.exe"; AppUserModelID: "local.memdesk.memdesk"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.memdesk"; ValueType: string; ValueData: "memdesk.bank"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\memdesk.bank"; ValueType: string; ValueData: "memdesk bank"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\memdesk.bank\DefaultIcon"; ValueType: string; ValueData: "{app}\memdesk-window.exe,0"
Root: HKA; Subkey: "Software\Classes\memdesk.bank\shell\open\command"; ValueType: string; ValueData: """{app}\memdesk-window.exe"" gui ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath

[Run]
Filename: "{app}\memdesk-window.exe"; Description: "{cm:LaunchProgram,memdesk}"; Flags: nowait postinstall skipifsilent

[UninstallRun]
; The start at login that the settings may have written; the bank and the settings stay.
Filename: "reg.exe"; Parameters: "delete HKCU\Software\Microsoft\Windows\CurrentVersion\Run /v memdesk /f"; Flags: runhidden; RunOnceId: "autostart"

[Code]
function NotOnPath: Boolean;
var
  Path: string;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Ours: string;
  At: Integer;
begin
  if Step <> usPostUninstall then
    exit;
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Path) then
    exit;
  Ours := ';' + ExpandConstant('{app}');
  At := Pos(Lowercase(Ours) + ';', Lowercase(Path) + ';');
  if At > 0 then
  begin
    Delete(Path, At, Length(Ours));
    RegWriteExpandStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Path);
  end;
end;
