"""Facts as an assistant notes them, each twice in other words; no two facts are the same."""

from __future__ import annotations

TWINS: tuple[tuple[str, str], ...] = (
    ("Auth uses JWT with refresh tokens", "Authentication is done with JWTs and refresh tokens"),
    (
        "The user prefers tabs over spaces in Go code",
        "In Go, tabs are preferred to spaces by the user",
    ),
    (
        "Production database runs PostgreSQL 15 on port 5433",
        "Postgres 15 is our production database, listening on port 5433",
    ),
    ("Deploys happen every Friday before noon", "We deploy on Fridays, always before noon"),
    ("Never commit directly to the main branch", "Don't push commits straight to the main branch"),
    (
        "The staging server is staging.example.org and needs the VPN",
        "To reach the staging server at staging.example.org you need the VPN",
    ),
    (
        "The design team reviews all mockups before work on them begins",
        "Before work begins on mockups, the design team reviews them all",
    ),
    (
        "Unit tests must pass before a pull request is merged",
        "A pull request may be merged only after its unit tests pass",
    ),
    (
        "The user's favourite editor is Neovim with a dark theme",
        "Favourite editor: Neovim, dark theme",
    ),
    (
        "Invoices are sent on the first day of each month",
        "Each month's invoices go out on the first day",
    ),
    (
        "The backup job runs nightly at 02:30 and keeps 14 copies",
        "Backups run every night at 02:30; 14 copies are kept",
    ),
    ("Use pnpm instead of npm in the web project", "The web project uses pnpm rather than npm"),
    (
        "The mobile app targets Android 12 and newer",
        "Android 12 is the oldest version the mobile app supports",
    ),
    (
        "Error messages should be shown in the user's language",
        "Show error messages in the language of the user",
    ),
    (
        "The API returns dates as ISO 8601 strings in UTC",
        "Dates come back from the API as UTC ISO 8601 strings",
    ),
    (
        "The customer wants a weekly report about open tickets",
        "A weekly report on open tickets is what the customer wants",
    ),
    ("Image uploads are limited to 5 MB per file", "Each uploaded image file may be at most 5 MB"),
    (
        "The game uses Godot 4 with GDScript, not C#",
        "GDScript, not C#, is used in the Godot 4 game",
    ),
    (
        "Battle scenes still need sound effects and a victory screen",
        "Sound effects and the victory screen are still missing from the battle scenes",
    ),
    (
        "The printer in the office is on the third floor next to the kitchen",
        "The office printer stands next to the kitchen on the third floor",
    ),
    (
        "Meeting notes go to the shared drive under Meetings/2026",
        "Put notes of meetings into Meetings/2026 on the shared drive",
    ),
    (
        "The user is allergic to peanuts and avoids spicy food",
        "Allergic to peanuts; also avoids food that is spicy",
    ),
    (
        "Feature flags are stored in Redis and cached for a minute",
        "Redis stores the feature flags, with a cache of one minute",
    ),
    ("Logging goes to stderr as JSON lines", "Log output is written to stderr, one JSON line each"),
    (
        "The parser fails on nested quotes; a fix is planned for release 2.4",
        "Nested quotes break the parser, fix planned in release 2.4",
    ),
    (
        "Our style guide asks for short functions and no abbreviations",
        "Short functions without abbreviations, says our style guide",
    ),
    (
        "Payment provider is Stripe; webhooks are verified by signature",
        "Stripe handles payments, and webhook signatures are verified",
    ),
    (
        "The newsletter is written in German and translated to English",
        "The newsletter is first written in German, then translated into English",
    ),
    (
        "Memory leak in the image cache was fixed by weak references",
        "Weak references fixed the memory leak of the image cache",
    ),
    (
        "The largest customer pays by bank transfer within 30 days",
        "Bank transfer within 30 days is how the largest customer pays",
    ),
    ("用户喜欢简洁的回答，不要寒暄", "回答要简洁，不要寒暄，这是用户的喜好"),
    ("项目使用 Godot 4.7 和 GDScript 开发论坛游戏", "论坛游戏项目用 Godot 4.7 加 GDScript 开发"),
    ("每周五下午发布新版本，发布前先跑测试", "新版本在每周五下午发布，发布之前要先跑测试"),
    ("数据库备份保存在第二台服务器上，保留七天", "备份的数据库放在第二台服务器，保留七天"),
    ("终端统一使用 PowerShell 7，不要用 5.1", "统一用 PowerShell 7 作为终端，5.1 不要用"),
    ("用户住在上海，工作时间是早上九点到下午六点", "住在上海的用户，早上九点到下午六点工作"),
    ("登录接口返回的令牌有效期是两个小时", "登录接口的令牌两个小时有效"),
    ("战斗系统还缺少音效和胜利画面", "音效和胜利画面在战斗系统里还没有"),
    ("客户要求每周一收到未解决问题的报告", "每周一要给客户发一份未解决问题的报告"),
    ("界面默认使用深色主题，字体大小十四", "界面默认是深色主题，字体十四号"),
)

CLOSE_BUT_DISTINCT: tuple[tuple[str, str], ...] = (
    ("Server alpha listens on port 8080", "Server beta listens on port 9090"),
    ("Deploys happen every Friday before noon", "Backups happen every night after midnight"),
    ("The user prefers tabs in Go code", "The user prefers dark themes in editors"),
    ("Use pnpm in the web project", "Use poetry in the data project"),
    ("The design team meets on Mondays", "The backend team meets on Thursdays"),
    ("Image uploads are limited to 5 MB", "Video exports are limited to 20 minutes"),
    ("The staging server needs the VPN", "The wiki needs a second password"),
    ("用户喜欢简洁的回答", "用户喜欢深色的主题"),
    ("每周五下午发布新版本", "每周一上午开项目会议"),
    ("数据库备份保留七天", "日志文件保留三十天"),
)
"""Facts of one pattern that say different things."""
