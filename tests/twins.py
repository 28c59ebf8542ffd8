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
    (
        "The CI pipeline runs on GitHub Actions with two self-hosted runners",
        "CI is GitHub Actions, on two runners that we host ourselves",
    ),
    (
        "Anna is the product owner and signs off every release",
        "Every release needs the sign-off of Anna, the product owner",
    ),
    (
        "The search page must answer within 300 milliseconds",
        "300 milliseconds is the most the search page may take to answer",
    ),
    (
        "Customer data may not leave the Frankfurt region",
        "All customer data has to stay in the Frankfurt region",
    ),
    (
        "The user writes commit messages in the imperative mood",
        "Commit messages: imperative mood, that is how the user writes them",
    ),
    (
        "Sprint planning takes place every second Tuesday at ten",
        "Every other Tuesday at ten there is sprint planning",
    ),
    (
        "The thumbnails are generated by a Lambda function in Rust",
        "A Rust Lambda function makes the thumbnails",
    ),
    (
        "Kubernetes upgrades are done by the platform team only",
        "Only the platform team upgrades Kubernetes",
    ),
    ("The user has two cats called Miso and Tofu", "Miso and Tofu are the user's two cats"),
    ("Prices in the shop are shown including VAT", "The shop shows prices with VAT included"),
    (
        "The old SOAP interface will be switched off in March",
        "In March the old SOAP interface gets switched off",
    ),
    (
        "Translations are managed in Weblate and synced nightly",
        "Weblate manages the translations; they are synced every night",
    ),
    (
        "The report generator needs LibreOffice to be installed",
        "LibreOffice must be installed for the report generator",
    ),
    (
        "Passwords are hashed with Argon2id, 64 MB of memory",
        "Argon2id with 64 MB of memory hashes the passwords",
    ),
    (
        "The user learns Japanese and has reached chapter twelve of Genki",
        "Learning Japanese: the user is at chapter twelve of Genki",
    ),
    (
        "Tickets without an answer for 14 days are closed automatically",
        "After 14 days without an answer, tickets close automatically",
    ),
    (
        "The water sensors report over LoRa every ten minutes",
        "Every ten minutes the water sensors send a report over LoRa",
    ),
    ("Table names are singular and in snake case", "Name tables in the singular, with snake case"),
    (
        "The marketing site is built with Hugo and hosted on Netlify",
        "Hugo builds the marketing site, Netlify hosts it",
    ),
    (
        "The grant application is due on the 15th of September",
        "15 September is the deadline of the grant application",
    ),
    (
        "Avoid global state; pass dependencies through constructors",
        "Dependencies are passed through constructors; no global state",
    ),
    (
        "The office is closed between Christmas and New Year",
        "Between Christmas and New Year the office stays closed",
    ),
    (
        "Video calls are recorded only after everybody has agreed",
        "Record a video call only when everybody has agreed to it",
    ),
    (
        "The telescope driver crashes when the USB cable is pulled",
        "Pulling the USB cable makes the telescope driver crash",
    ),
    (
        "Our API clients retry three times with exponential backoff",
        "API clients do three retries, backing off exponentially",
    ),
    (
        "The user trains for a marathon in Hamburg in April",
        "In April the user will run the Hamburg marathon and trains for it",
    ),
    (
        "The chess engine searches eighteen plies deep at most",
        "At most eighteen plies deep is how far the chess engine searches",
    ),
    (
        "Contracts are signed with DocuSign and filed in SharePoint",
        "DocuSign is used to sign contracts, SharePoint to file them",
    ),
    ("The heating runs on a heat pump installed in 2023", "A heat pump from 2023 runs the heating"),
    (
        "Integration tests start Postgres and Kafka in containers",
        "For integration tests, Postgres and Kafka are started in containers",
    ),
    (
        "The novel is set in Lisbon in 1755, before the earthquake",
        "Lisbon before the earthquake of 1755 is where the novel is set",
    ),
    (
        "The user prefers aisle seats and never checks baggage",
        "On flights: an aisle seat, and never checked baggage",
    ),
    (
        "Expense reports go to Marta by the end of the month",
        "By month's end, send expense reports to Marta",
    ),
    (
        "The firmware of the drone is signed with an Ed25519 key",
        "An Ed25519 key signs the drone's firmware",
    ),
    (
        "Interviews are transcribed by hand, without any cloud service",
        "Transcribe interviews by hand; no cloud service is allowed",
    ),
    (
        "The map tiles come from OpenStreetMap and are rendered weekly",
        "OpenStreetMap provides the map tiles, which are rendered weekly",
    ),
    (
        "Legacy customers keep the old tariff until 2027",
        "Until 2027 the old tariff stays for legacy customers",
    ),
    (
        "The greenhouse fan turns on above 28 degrees",
        "Above 28 degrees the fan of the greenhouse is turned on",
    ),
    (
        "Every public function has a docstring with its units",
        "Docstrings with units are required for every public function",
    ),
    (
        "The user's daughter starts school in August",
        "In August school begins for the user's daughter",
    ),
    (
        "Two approvals are needed for changes to the billing code",
        "Changes of billing code need two approvals",
    ),
    (
        "The compiler warnings about shadowing are treated as errors",
        "Shadowing warnings of the compiler count as errors",
    ),
    (
        "The band rehearses on Wednesdays in the church hall",
        "Wednesdays the band has its rehearsal in the church hall",
    ),
    (
        "The inventory is counted twice a year, in June and December",
        "In June and December, twice a year, inventory is counted",
    ),
    (
        "The simulation uses a time step of five femtoseconds",
        "Five femtoseconds is the time step of the simulation",
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
    ("会议记录统一放在飞书的知识库里", "会议记录都存到飞书知识库"),
    ("支付模块由李工负责，改动前要先问他", "改动支付模块之前要先问负责的李工"),
    ("前端使用 Vue 3 和 TypeScript，不用 jQuery", "前端是 Vue 3 加 TypeScript，jQuery 不用"),
    ("用户对海鲜过敏，聚餐时要注意", "聚餐要注意：用户海鲜过敏"),
    ("生产环境的配置只能由运维修改", "只有运维可以修改生产环境的配置"),
    ("小说的主角是一个失忆的钟表匠", "失忆的钟表匠是这部小说的主角"),
    ("接口的错误码用五位数字表示", "用五位数字表示接口错误码"),
    ("每次提交代码都要附上单元测试", "提交代码时每次都要带上单元测试"),
    ("用户每天早上跑步五公里", "每天早上用户都要跑五公里"),
    ("图片上传前要压缩到两百 KB 以内", "上传图片之前先压缩，两百 KB 以内"),
    ("报销单必须在月底之前交给财务", "月底之前报销单必须交到财务"),
    ("游戏里的地图由六边形格子组成", "六边形格子组成了游戏里的地图"),
    ("模型训练在凌晨两点自动开始", "凌晨两点自动开始训练模型"),
    ("用户正在学习德语，目标是明年通过考试", "用户在学德语，明年要通过考试"),
    ("日语版的翻译交给外包公司完成", "外包公司负责完成日语版翻译"),
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
